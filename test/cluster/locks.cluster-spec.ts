import { bodyOf, idIn, rule, all, type AutomationInput } from '../support/automations';
import { REGION } from '../support/pay-runs';
import { RATES } from '../support/timesheets';
import { ROUNDS, TestCluster, until, type Reply } from './support/test-cluster';

const WRITERS = 16;
const WRITES = ROUNDS * 10;
/** Each change of a record says all of its tags, before and after. */
const TAGS_OF_ONE = 50;

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await TestCluster.start('locks', { MESSAGES_PER_PERSON_PER_DAY: '1', RUN_LEASE_SECONDS: '5', WEBHOOK_ALLOW_PRIVATE: 'true' });
});
afterAll(() => cluster.close());

const candidate = async (body: object = {}): Promise<number> =>
  (await cluster.create('Candidates', { firstName: 'Ana', lastName: 'Silva', ...body })).id;
const contact = async (body: object = {}): Promise<number> => (await cluster.create('Contacts', { surname: 'Silva', ...body })).id;
const job = async (body: object = {}): Promise<number> => (await cluster.create('Jobs', { title: 'Engineer', ...body })).id;
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));

/** Makes many records, not more at a time than a process answers. @returns their ids */
async function many(count: number, make: (index: number) => Promise<number>): Promise<number[]> {
  const ids: number[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) ids[index] = await make(index);
  };
  await Promise.all(times(WRITERS, work));
  return ids;
}

/** The same at two nodes at once, again and again. @returns what the statuses were, sorted, and how often */
async function atOnce(send: (index: number, round: number) => Promise<Reply<unknown>>, rounds = ROUNDS): Promise<Record<string, number>> {
  const seen: Record<string, number> = {};
  for (let round = 0; round < rounds; round++) {
    const replies = await Promise.all([round % 3, (round + 1) % 3].map((index) => send(index, round)));
    const statuses = replies
      .map(({ status }) => status)
      .sort()
      .join(' ');
    seen[statuses] = (seen[statuses] ?? 0) + 1;
  }
  return seen;
}

describe(`${WRITERS} writers of one record, at three nodes`, () => {
  /** @returns the statuses, other than the one that is expected */
  const others = async (expected: number, send: (index: number, number: number) => Promise<Reply<unknown>>): Promise<number[]> => {
    let next = 0;
    const statuses: number[] = [];
    const write = async (index: number): Promise<void> => {
      for (let number = next++; number < WRITES; number = next++) statuses.push((await send(index, number)).status);
    };
    await Promise.all(times(WRITERS, (index) => write(index % 3)));
    return statuses.filter((status) => status !== expected);
  };

  it('all succeed, and none is lost', async () => {
    const id = await candidate();
    const version = async (): Promise<number> =>
      (await cluster.rows<{ version: number }>(`SELECT version FROM candidate WHERE id = ${id}`))[0]!.version;
    const before = await version();
    const put = (index: number, number: number) => cluster.ask(index, 'PUT', `Candidates/${id}/V2`, { jobTitle: `Title ${number}` });
    expect(await others(200, put)).toEqual([]);
    expect(await version()).toBe(before + WRITES);
  });

  it('all add their tags', async () => {
    const ids = await many(Math.ceil(WRITES / TAGS_OF_ONE), () => candidate());
    const recordOf = (number: number): number => ids[Math.floor(number / TAGS_OF_ONE)]!;
    const tag = (number: number): string => `Tag ${number}`;
    const add = (index: number, number: number) => cluster.ask(index, 'POST', `Candidates/${recordOf(number)}/Tags`, { tag: tag(number) });
    expect(await others(201, add)).toEqual([]);
    const numbers = times(WRITES, (number) => number);
    for (const id of ids) {
      const { body: tags } = await cluster.ask<{ tag: string }[]>(0, 'GET', `Candidates/${id}/Tags`);
      const added = numbers.filter((number) => recordOf(number) === id).map(tag);
      expect(tags.map((each) => each.tag).sort()).toEqual(added.sort());
    }
  });
});

describe('Of two requests at two nodes at once', () => {
  it('one gets an external id', async () => {
    expect(
      await atOnce((index, round) => cluster.ask(index, 'POST', 'Candidates', { lastName: 'Silva', externalID: `E-${round}` })),
    ).toEqual({
      '201 409': ROUNDS,
    });
  });

  it('one links a candidate to its contact', async () => {
    const linked = await many(ROUNDS, () => candidate());
    const seen = await atOnce((index, round) =>
      cluster.ask(index, 'POST', 'Contacts', { surname: `At ${index}`, linkedCandidateID: linked[round] }),
    );
    expect(seen).toEqual({ '201 409': ROUNDS });
  });

  it('one applies for the job, and the other is asked whether that is meant', async () => {
    const jobID = await job();
    const candidates = await many(ROUNDS, () => candidate());
    const seen = await atOnce((index, round) => cluster.ask(index, 'POST', 'Applications', { jobID, candidateID: candidates[round] }));
    expect(seen).toEqual({ '201 409': ROUNDS });
  });

  it('one gives a lookup entry a name that none has yet', async () => {
    const path = 'Configuration/Lookups/rating';
    const ids: number[] = [];
    for (const name of ['One', 'Other', 'Third']) ids.push((await cluster.create(path, { name })).id);
    const seen = await atOnce((index, round) => cluster.ask(index, 'PUT', path, [{ id: ids[index], name: `Name ${round}` }]));
    expect(seen).toEqual({ '200 409': ROUNDS });
  });

  it('both are one with the same idempotency key', async () => {
    const seen = await atOnce((index, round) =>
      cluster.ask(index, 'POST', 'Candidates', { lastName: 'Once' }, { 'Idempotency-Key': `key-${round}` }),
    );
    expect(seen).toEqual({ '201 201': ROUNDS });
    expect(await cluster.rows("SELECT COUNT(*) AS amount FROM candidate WHERE lastName = 'Once'")).toEqual([{ amount: ROUNDS }]);
  });

  it('each finds the other as a duplicate', async () => {
    const seen = await atOnce((index, round) =>
      cluster.ask(index, 'POST', 'Candidates', { lastName: `Twin ${round}`, mobile: `0491 ${String(570_000 + round)}` }),
    );
    expect(seen).toEqual({ '201 201': ROUNDS });
    const groups = await cluster.rows(
      'SELECT g.members, (SELECT COUNT(*) FROM candidate_duplicate d WHERE d.value = g.value) AS found, COUNT(*) AS amount FROM candidate_duplicate_group g GROUP BY g.members, found',
    );
    expect(groups).toEqual([{ members: 2, found: 2, amount: ROUNDS }]);
  });

  it('one gives a timesheet to a pay run', async () => {
    const { id: division } = await cluster.create('divisions', { name: 'Paid together' });
    const settings = { permChargeItemID: 880, collectTimesheetData: true, region: 'AU', regionSettings: [REGION] };
    expect((await cluster.ask(0, 'PUT', `divisions/${division}/payroll-integration`, settings)).status).toBe(200);
    const { id: payFrequencyID } = await cluster.create('Configuration/Placements/Pay-Frequencies', { name: 'Weekly', periodID: 1 });
    const { id: clientID } = await cluster.create('Clients', { name: 'Harbour' });
    const jobID = await job({ type: 'CONTRACT', clientID, division });
    let double = 0;
    for (let round = 0; round < ROUNDS; round++) {
      await approvedTimesheet({ jobID, division, payFrequencyID });
      await Promise.all(
        [0, 1, 2].map((index) => cluster.ask(index, 'POST', 'PayRuns', { division, payFrequencyID, periodEnd: '2026-11-22' })),
      );
      double = (
        await cluster.rows(
          'SELECT timesheetID FROM pay_run_line WHERE claim IS NOT NULL GROUP BY timesheetID HAVING COUNT(DISTINCT payRunID) > 1',
        )
      ).length;
      if (double > 0) break;
    }
    expect(double).toBe(0);
    expect(await cluster.rows('SELECT COUNT(DISTINCT timesheetID) AS amount FROM pay_run_line WHERE claim IS NOT NULL')).toEqual([
      { amount: ROUNDS },
    ]);
  });

  it('one fills the day of a candidate who works for two', async () => {
    const candidateID = await candidate();
    const terms = { candidateID, startDate: '2010-01-04', endDate: '2039-12-31', ...RATES };
    const placements: number[] = [];
    for (const jobID of [await job({ type: 'CONTRACT' }), await job({ type: 'CONTRACT' }), await job({ type: 'CONTRACT' })]) {
      const { id } = await cluster.create('Placements?allowOverlappingPlacement=true', { jobID, ...terms });
      await cluster.take(`Placements/${id}/Approve`);
      placements.push(id);
    }
    const seen = await atOnce((index, round) => {
      const day = new Date(Date.UTC(2010, 0, 4 + 7 * round)).toISOString().slice(0, 10);
      return cluster.ask(index, 'POST', 'Timesheets', { placementID: placements[index], periodStart: day, lines: [{ day, hours: 16 }] });
    });
    expect(seen).toEqual({ '201 400': ROUNDS });
  });

  async function approvedTimesheet({ jobID, ...where }: { jobID: number; division: number; payFrequencyID: number }): Promise<void> {
    const terms = {
      jobID,
      candidateID: await candidate(),
      startDate: '2026-09-01',
      endDate: '2027-03-31',
      ...RATES,
      ...where,
    };
    const { id: placementID } = await cluster.create('Placements', terms);
    await cluster.take(`Placements/${placementID}/Approve`);
    const { id } = await cluster.create('Timesheets', { placementID, periodStart: '2026-11-16', lines: [{ day: '2026-11-16', hours: 8 }] });
    for (const step of ['Submit', 'Approve']) await cluster.take(`Timesheets/${id}/${step}`);
  }
});

describe('Of two runs at once', () => {
  const save = async (input: AutomationInput): Promise<number> => (await cluster.create('Automation', bodyOf(input))).id;
  const start = async (...automations: readonly number[]): Promise<void> => {
    const started = await Promise.all(automations.map((id, index) => cluster.ask(index % 3, 'POST', `Automation/${id}/Runs`)));
    expect(started.map(({ status }) => status)).toEqual(automations.map(() => 202));
    const open = `SELECT id FROM automation_run WHERE automationID IN (${automations.join(', ')}) AND finishedAt IS NULL`;
    await until(async () => (await cluster.rows(open)).length === 0, 'all runs have ended');
  };
  const email = { type: 'sendEmail', params: { subject: 'News', body: 'Hello' } };
  const note = { type: 'createNote', params: { notes: 'Called' } };

  it('one writes to each person, who gets one message a day', async () => {
    const ids = await many(ROUNDS, (index) => contact({ email: `person-${index}@example.com` }));
    const automations = [];
    for (const name of ['first', 'second', 'third']) automations.push(await save({ name, filters: idIn(...ids), actions: [email] }));
    await start(...automations);
    const perPerson = await cluster.rows<{ amount: number; persons: number }>(
      `SELECT COUNT(*) AS amount, COUNT(DISTINCT recipient) AS persons FROM delivery WHERE automationID IN (${automations.join(', ')})`,
    );
    expect(perPerson).toEqual([{ amount: ROUNDS, persons: ROUNDS }]);
  });

  it('one acts on each record where the automation has a pause between', async () => {
    const ids = await many(ROUNDS, () => contact());
    // what it does leaves no trace on the record
    const call = { type: 'webhook', params: { url: 'http://127.0.0.1:9/' } };
    const id = await save({ name: 'with a pause', filters: idIn(...ids), actions: [call], excludeRecordsProcessedInDays: 2 });
    await start(id, id, id);
    const twice = `SELECT r.recordID FROM automation_run_record r JOIN automation_run u ON u.id = r.runID WHERE u.automationID = ${id} AND r.outcome = 'processed' GROUP BY r.recordID HAVING COUNT(*) > 1`;
    expect(await cluster.rows(twice)).toEqual([]);
  });

  it('each keeps the rate of the messages that both send', async () => {
    const ids = await many(ROUNDS, (index) => contact({ email: `slow-${index}@example.com` }));
    const slow = { sending: { email: { perMinute: 60 } } };
    const id = await save({ name: 'slow', filters: idIn(...ids), actions: [email], schedule: slow });
    await start(id, id, id);
    const slots = `SELECT slot FROM delivery WHERE automationID = ${id} AND slot IS NOT NULL`;
    expect((await cluster.rows(slots)).length).toBeGreaterThan(0);
    expect(await cluster.rows(`${slots} GROUP BY slot HAVING COUNT(*) > 1`)).toEqual([]);
  });

  it('an automation for what comes to match takes each record once', async () => {
    const ids = await many(ROUNDS, () => contact());
    const id = await save({ name: 'matches', triggerID: 1, eventID: 25, filters: all(rule('jobTitle', '=', 'Chief')), actions: [note] });
    await Promise.all(
      [0, 1, 2].map(async (index) => {
        for (const each of ids) await cluster.ask(index, 'PUT', `Contacts/${each}`, { jobTitle: 'Chief' });
      }),
    );
    const taken = `SELECT r.recordID FROM automation_run_record r JOIN automation_run u ON u.id = r.runID WHERE u.automationID = ${id}`;
    await until(async () => (await cluster.rows(`${taken} AND r.outcome = 'processed'`)).length >= ROUNDS, 'all have been taken');
    expect((await cluster.rows(taken)).length).toBe(ROUNDS);
  });
});

describe('Whoever has stored something', () => {
  it('finds it at every node at once', async () => {
    const lost: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const { id } = await cluster.create('Candidates', { lastName: `Written ${round}` }, round % 3);
      const [found, changed] = await Promise.all([
        cluster.ask((round + 1) % 3, 'GET', `Candidates/${id}`),
        cluster.ask((round + 2) % 3, 'PUT', `Candidates/${id}/V2`, { jobTitle: 'Read' }),
      ]);
      if (found.status !== 200 || changed.status !== 200) lost.push(id);
    }
    expect(lost).toEqual([]);
  });
});

describe('After all this', () => {
  it('the feed has no gap', async () => {
    const unnumbered = 'SELECT id FROM record_change WHERE sequence IS NULL';
    await until(async () => (await cluster.rows(unnumbered)).length === 0, 'all changes are numbered');
    const [feed] = await cluster.rows('SELECT MIN(sequence) AS first, MAX(sequence) - COUNT(*) AS gaps FROM record_change');
    expect(feed).toEqual({ first: 1, gaps: 0 });
  });

  it('figures, texts and keys are what they should be', async () => {
    expect(await cluster.checkFigures()).toContain('All figures and folded texts are correct.');
  });
});
