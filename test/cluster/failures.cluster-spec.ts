import { setTimeout as pause } from 'node:timers/promises';
import { bodyOf, EVERYONE } from '../support/automations';
import { WebhookReceiver } from '../support/receiver';
import { Clients } from './support/clients';
import { Course, percent } from './support/outages';
import { TestCluster, until } from './support/test-cluster';

/** Once at every change, ten times by hand; with so many records of each run. */
const ROUNDS = Number(process.env['FAILURE_ROUNDS'] ?? 1);
const RECORDS = Number(process.env['FAILURE_RECORDS'] ?? 300);
/** A hundred writes a second; on a machine that cannot do as many, fewer tell what is waiting for the others, and what for a processor. */
const WRITERS = Number(process.env['FAILURE_WRITERS'] ?? 20);
const DOWN_MS = 2000;
/** Nobody should have to repeat a request for longer. */
const PROMISED_MS = 5000;
const MINUTE_MS = 60_000;

/** What is killed is started again a moment later, one after the other, and one node is cut off from the others. */
describe(`While nodes and processes are killed in turn, ${ROUNDS} times`, () => {
  let cluster: TestCluster;
  let receiver: WebhookReceiver;
  let clients: Clients;
  const automations: number[] = [];
  const course = new Course();

  beforeAll(
    async () => {
      receiver = await WebhookReceiver.open();
      cluster = await TestCluster.start(
        'failures',
        { RUN_LEASE_SECONDS: '5', WEBHOOK_ALLOW_PRIVATE: 'true', MESSAGES_PER_PERSON_PER_DAY: '0' },
        'all nodes',
      );
      await importContacts();
      clients = new Clients(cluster, WRITERS);
      clients.begin();
      const [note, tag] = [
        { type: 'createNote', params: { notes: 'Noted by a run' } },
        { type: 'addTag', params: { tag: 'Tagged by a run' } },
      ];
      const call = { type: 'webhook', params: { url: receiver.url } };
      for (const action of [note, tag, call]) {
        const { id } = await cluster.create('Automation', bodyOf({ name: action.type, filters: EVERYONE, actions: [action] }));
        automations.push(id);
        await cluster.take(`Automation/${id}/Runs`);
      }
      for (let round = 0; round < ROUNDS; round++) await killAll(round);
      await clients.end();
      await until(async () => (await openRuns()).length === 0, 'all runs have ended');
      await until(async () => (await undelivered()).length === 0, 'everything is delivered');
      await until(async () => (await unnumbered()).length === 0, 'all changes are numbered');
      while (await clients.readFeed());
    },
    10 * MINUTE_MS * ROUNDS,
  );
  afterAll(async () => {
    await cluster.close();
    await receiver.close();
  });

  async function importContacts(): Promise<void> {
    const rows = Array.from({ length: RECORDS }, (_, index) => `Contact ${index}`);
    const outcome = await cluster.upload('Contacts/Import', ['surname', ...rows].join('\n'));
    if (outcome !== 200) throw new Error(`The contacts were not imported: ${outcome}`);
  }

  async function killAll(round: number): Promise<void> {
    for (const [index, node] of cluster.nodes.entries()) {
      const number = index + 1;
      await course.during(`node ${number} is killed`, () => node.kill());
      await pause(DOWN_MS);
      await course.during(`node ${number} starts`, () => node.start());
      await course.during(`process ${number} is killed`, () => cluster.processes[index]!.kill());
      await pause(DOWN_MS);
      await course.during(`process ${number} starts`, () => cluster.launch(index).listening());
    }
    const cutOff = round % cluster.nodes.length;
    const apart = cluster.nodes[cutOff]!;
    await course.during(`node ${cutOff + 1} is cut off`, () => apart.isolate());
    await pause(2 * DOWN_MS);
    await course.during(`node ${cutOff + 1} comes back`, () => apart.rejoin());
    await pause(DOWN_MS);
  }

  const openRuns = () => cluster.rows('SELECT id FROM automation_run WHERE finishedAt IS NULL');
  const undelivered = () => cluster.rows("SELECT id FROM delivery WHERE state <> 'sent'");
  const unnumbered = () => cluster.rows('SELECT id FROM record_change WHERE sequence IS NULL');

  it('no record that was acknowledged is lost, and none is made twice', async () => {
    const stored = await cluster.rows<{ externalID: string; id: number }>(
      'SELECT t.externalID, t.id FROM candidate_text t JOIN candidate c ON c.id = t.id WHERE c.deleted = 0',
    );
    expect(clients.created.size).toBeGreaterThan(WRITERS);
    expect(sorted(stored.map(({ externalID, id }) => `${externalID} ${id}`))).toEqual(
      sorted([...clients.created].map(([externalID, id]) => `${externalID} ${id}`)),
    );
  });

  it('no change that was acknowledged is lost', async () => {
    const ids = [...clients.titles.keys()];
    const stored = await cluster.rows<{ id: number; jobTitle: string }>(
      `SELECT id, jobTitle FROM candidate WHERE id IN (${ids.join(', ')}) ORDER BY id`,
    );
    expect(new Map(stored.map(({ id, jobTitle }) => [id, jobTitle]))).toEqual(clients.titles);
  });

  it('each run has acted once on each of its records', async () => {
    const outcomes = await cluster.rows(
      `SELECT u.automationID, u.status, r.outcome, COUNT(*) AS amount FROM automation_run_record r JOIN automation_run u ON u.id = r.runID
        GROUP BY u.automationID, u.status, r.outcome ORDER BY u.automationID`,
    );
    expect(outcomes).toEqual(
      automations.map((automationID) => ({ automationID, status: 'completed', outcome: 'processed', amount: RECORDS })),
    );
    const notes = 'SELECT COUNT(*) AS amount, COUNT(DISTINCT contactID) AS contacts FROM activity WHERE deleted = 0';
    expect(await cluster.rows(notes)).toEqual([{ amount: RECORDS, contacts: RECORDS }]);
  });

  it('each delivery has arrived', async () => {
    const arrived = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
    const queued = await cluster.rows<{ publicID: string }>('SELECT publicID FROM delivery');
    expect(queued).toHaveLength(RECORDS);
    expect(sorted([...arrived].map(String))).toEqual(sorted(queued.map(({ publicID }) => publicID)));
  });

  it('the feed has shown every change once, in order', async () => {
    const stored = await cluster.rows<{ sequence: number }>('SELECT sequence FROM record_change WHERE auditOnly = 0 ORDER BY sequence');
    expect(clients.sequences).toEqual(stored.map(({ sequence }) => Number(sequence)));
    const [numbers] = await cluster.rows('SELECT MIN(sequence) AS first, MAX(sequence) - COUNT(*) AS gaps FROM record_change');
    expect(numbers).toEqual({ first: 1, gaps: 0 });
  });

  it('figures, texts and keys are right', async () => {
    expect(await cluster.checkFigures()).toContain('All figures and folded texts are correct.');
  });

  it('requests fail only since a process is killed, or with a 503 that says when to try again', () => {
    const { failures, requests, outages, writesPerSecond, pressure } = clients;
    const longest = outages.toSorted((one, other) => other.milliseconds - one.milliseconds);
    const [most] = longest;
    const tooLong = longest.filter(({ milliseconds }) => milliseconds > PROMISED_MS);
    process.stdout.write(
      `${failures.length} of ${requests} requests failed at ${writesPerSecond.toFixed(0)} writes a second, and nobody had to repeat one for longer than ${(most?.milliseconds ?? 0).toFixed(0)} ms; ${tooLong.length} of ${outages.length} longer than ${PROMISED_MS} ms. Some process waited for a processor ${percent(pressure)} of the time. The longest:\n`,
    );
    for (const outage of longest.slice(0, Math.max(3, Math.min(tooLong.length, 20)))) process.stdout.write(`${course.describe(outage)}\n`);
    expect(failures.filter(({ status, saysWhenToRetry }) => status !== 0 && !(status === 503 && saysWhenToRetry))).toEqual([]);
  });
});

const sorted = (texts: readonly string[]): string[] => [...texts].sort();
