import { bodyOf, idIn } from '../support/automations';
import { transactionsAt, type AtNodes } from './support/at-nodes';
import { ROUNDS, TestCluster, until, type Reply } from './support/test-cluster';

/** Each takes about a second. */
const MEETINGS = Math.max(3, Math.round(ROUNDS / 10));
/** The role. */
const ADMINISTRATOR = 1;

interface Administrator {
  readonly id: number;
  readonly key: string;
}

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await TestCluster.start('meetings', {
    MESSAGES_PER_PERSON_PER_DAY: '1',
    RUN_LEASE_SECONDS: '5',
    WEBHOOK_ALLOW_PRIVATE: 'true',
  });
});
afterAll(() => cluster.close());

const idOf = async (path: string, body: object): Promise<number> => (await cluster.create(path, body)).id;
const statuses = (replies: readonly Reply<unknown>[]): string =>
  replies
    .map(({ status }) => status)
    .sort()
    .join(' ');
const repeat = async (work: (round: number) => Promise<void>): Promise<void> => {
  for (let round = 0; round < MEETINGS; round++) await work(round);
};

describe('Of two requests that have locked the same record at two nodes', () => {
  it('one takes the role of the other administrator, so that the last one stays', async () => {
    const role = await idOf('Roles', { name: 'Nobody', scopes: [] });
    const both = [await administrator('one'), await administrator('other')] as const;
    const give = (index: number, roleID: number, id: number, by: Administrator): Promise<Reply<unknown>> =>
      cluster.ask(index, 'PUT', `Users/${id}`, { roleID }, { Authorization: `Bearer ${by.key}` });
    const others = await cluster.rows<{ id: number }>(
      `SELECT id FROM user WHERE roleID = ${ADMINISTRATOR} AND id NOT IN (${both.map(({ id }) => id).join(', ')}) ORDER BY id`,
    );
    for (const { id } of others) expect((await give(0, role, id, both[0])).status).toBe(200);
    await repeat(async () => {
      const replies = await cluster.meet('SELECT id FROM user FOR UPDATE', () =>
        Promise.all([give(0, role, both[1].id, both[0]), give(1, role, both[0].id, both[1])]),
      );
      expect(['200 403', '200 409']).toContain(statuses(replies));
      const [first, second] = replies[0].status === 200 ? both : both.toReversed();
      expect((await give(0, ADMINISTRATOR, second.id, first)).status).toBe(200);
    });
    for (const { id } of others) expect((await give(0, ADMINISTRATOR, id, both[0])).status).toBe(200);
  });

  it('a client is deleted, or gets an open job', async () => {
    await repeat(async () => {
      const clientID = await idOf('Clients', { name: 'Harbour' });
      const replies = await cluster.meet(`SELECT id FROM client WHERE id = ${clientID} FOR UPDATE`, () =>
        Promise.all([
          cluster.ask(0, 'DELETE', `Clients/${clientID}`),
          cluster.ask(1, 'POST', 'Jobs', { title: 'Engineer', type: 'CONTRACT', clientID }),
        ]),
      );
      expect(['201 409', '200 400', '204 400']).toContain(statuses(replies));
    });
  });

  // its figures count no activities: the date alone tells, which stays as it is while one of both is left
  it('each sees what the other has removed, in the figures of the client', async () => {
    await repeat(async () => {
      const clientID = await idOf('Clients', { name: 'Harbour' });
      const done = { typeID: 1, statusID: 2, clientID, activityDate: '2026-11-02T02:00:00.000Z' };
      const both = [await idOf('Activities', done), await idOf('Activities', done)];
      const last = `SELECT lastActivityDate FROM client_figure WHERE id = ${clientID}`;
      expect(await cluster.rows(last)).not.toEqual([{ lastActivityDate: null }]);
      await cluster.meet(`${last} FOR UPDATE`, () =>
        Promise.all(both.map((id, index) => cluster.ask(index, 'DELETE', `Activities/${id}`))),
      );
      expect(await cluster.rows(last)).toEqual([{ lastActivityDate: null }]);
    });
  });

  async function administrator(name: string): Promise<Administrator> {
    const id = await idOf('Users', { name, email: `${name}@example.com`, roleID: ADMINISTRATOR });
    const { body } = await cluster.ask<{ key: string }>(0, 'POST', 'ApiKeys', { name, userID: id });
    return { id, key: body.key };
  }
});

describe('Of two runs that have locked the same record at two nodes', () => {
  const ended = (automations: readonly number[]): Promise<void> =>
    until(
      async () =>
        (await cluster.rows(`SELECT id FROM automation_run WHERE automationID IN (${automations.join(', ')}) AND finishedAt IS NULL`))
          .length === 0,
      'all runs have ended',
    );
  const start = (automations: readonly number[]): Promise<unknown> =>
    Promise.all(automations.map((id, index) => cluster.take(`Automation/${id}/Runs`, {}, index)));

  it('one writes to the person, who gets one message a day', async () => {
    const email = { type: 'sendEmail', params: { subject: 'News', body: 'Hello' } };
    await repeat(async (round) => {
      const contact = await idOf('Contacts', { surname: 'Silva', email: `met-${round}@example.com` });
      const automations: number[] = [];
      for (const name of ['first', 'second', 'third'])
        automations.push(await idOf('Automation', bodyOf({ name: `${name} ${round}`, filters: idIn(contact), actions: [email] })));
      await cluster.meet(`SELECT id FROM contact WHERE id = ${contact} FOR UPDATE`, async () => {
        await start(automations);
        await ended(automations);
      });
      expect(await cluster.rows(`SELECT COUNT(*) AS amount FROM delivery WHERE recipient = 'met-${round}@example.com'`)).toEqual([
        { amount: 1 },
      ]);
    });
  });

  it('one acts on the record, where the automation has a pause between', async () => {
    // leaves no trace on the record
    const call = { type: 'webhook', params: { url: 'http://127.0.0.1:9/' } };
    await repeat(async (round) => {
      const contact = await idOf('Contacts', { surname: 'Silva' });
      const input = { name: `pause ${round}`, filters: idIn(contact), actions: [call], excludeRecordsProcessedInDays: 2 };
      const id = await idOf('Automation', bodyOf(input));
      await start([id, id, id]);
      await ended([id]);
      expect(
        await cluster.rows(
          `SELECT COUNT(*) AS amount FROM automation_run_record r JOIN automation_run u ON u.id = r.runID WHERE u.automationID = ${id} AND r.outcome = 'processed'`,
        ),
      ).toEqual([{ amount: 1 }]);
    });
  });
});

describe('Of processes at three nodes', () => {
  let at: AtNodes;
  beforeAll(async () => void (at = await transactionsAt(cluster.urls)));
  afterAll(() => at.close());

  it('one does a maintenance task that is due', async () => {
    const { claimTask, registerTasks, releaseTask } = await import('../../src/core/housekeeping/claim.js');
    const { SYSTEM_CALLER } = await import('../../src/core/callers/index.js');
    const task = { name: 'counted', everySeconds: 3600, work: () => Promise.resolve(false) };
    const [first] = at.transactions;
    await first!.write(SYSTEM_CALLER, (transaction) => registerTasks(transaction, [task]));
    const seen: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const claims = at.transactions.map((each) => each.write(SYSTEM_CALLER, (transaction) => claimTask(transaction, task, false)));
      seen.push((await Promise.all(claims)).filter(Boolean).length);
      await first!.write(SYSTEM_CALLER, (transaction) => releaseTask(transaction, task));
    }
    expect(seen).toEqual(Array.from({ length: ROUNDS }, () => 1));
  });

  it('each knows the requests that all have counted', async () => {
    const { SharedCounts } = await import('../../src/core/limits/shared-counts.service.js');
    const { Clock } = await import('../../src/core/time/clock.js');
    const noon = new (class extends Clock {
      override now = (): Date => new Date('2026-11-25T12:00:00Z');
    })();
    const counts = at.transactions.map((each) => new SharedCounts(each, noon));
    const exchange = (): Promise<unknown> => Promise.all(counts.map((each) => each.exchange()));
    for (let round = 0; round < ROUNDS; round++) {
      for (const each of counts) each.add('key 1');
      await exchange();
    }
    for (const each of counts) each.add('key 1');
    for (const each of counts) await each.exchange();
    expect(counts.at(-1)!.of('key 1')).toBe(3 * (ROUNDS + 1));
  });
});
