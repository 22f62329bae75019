import { setTimeout as pause } from 'node:timers/promises';
import { ADMIN_KEY, createKey, createUser, WITH_ADMIN } from './support/api-keys';
import { startApp, type TestApp } from './support/app';
import { addTag, all, bodyOf, EVERYONE, rule, update, type Json } from './support/automations';
import { compileService, type CompiledService } from './support/compile-service';
import { waitUntilIdle } from './support/event-processing';
import { queryRows, inTransaction } from './support/database';
import { WebhookReceiver } from './support/receiver';
import { ServiceProcess } from './support/service-process';
import { recordTypeNamed } from './support/record-types';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 25);
const ROUNDS = Math.min(Math.max(Math.floor(RUNS / 25), 8), 40);
const IS_SERVER = Boolean(process.env['TEST_DATABASE_URL']);
const [CONTACTS, CANDIDATES] = [100, 20];
const SEED = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);

/** Seeded pseudo-random numbers in [0, 1). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48271 + 11) % 2147483647;
    return state / 2147483647;
  };
}

const chance = random(SEED);
const between = (from: number, to: number): number => Math.floor(from + chance() * (to - from));

let service: TestApp;
let program: CompiledService;
let gateway: WebhookReceiver;
let environment: Record<string, string>;
/** Manual automations, each run once. */
let byHand: { id: number; name: string }[];
/** Runs by hand need the approval of a second person, with this key. */
let secondKey: string;
/** Automations that were acknowledged as started by hand. */
const started: number[] = [];
/** Runs whose cancellation was acknowledged. */
const cancelled = new Set<number>();
let onChange: number;
let candidates: number[];
/** The scheduled time of each automation, by id. */
const once = new Map<number, string>();
/** Changes acknowledged to the client. */
const acknowledged: string[] = [];

beforeAll(async () => {
  [program, gateway] = await Promise.all([compileService(), WebhookReceiver.open()]);
  environment = {
    ...WITH_ADMIN,
    RUN_LEASE_SECONDS: '2',
    APPROVE_ABOVE: String(CONTACTS / 2),
    SMS_GATEWAY_URL: gateway.url,
    MESSAGES_PER_PERSON_PER_DAY: '0',
  };
  service = await startApp(environment);
  await people();
  secondKey = (await createKey(service, { name: 'second', userID: await createUser(service, { name: 'Second', roleID: 1 }) })).key;
  const rule = { triggerID: 1, eventID: 2, actions: [note('changed'), update('customField1', 'by the rule')] };
  onChange = (
    (await service.http.post('/api/Automation').set('Authorization', `Bearer ${ADMIN_KEY}`).send(bodyOf(rule)).expect(200)).body as {
      id: number;
    }
  ).id;
  await service.stop();
  await killedAgainAndAgain();
  service = await service.restart(environment);
  await approveAll();
  await allSent();
  byHand = await rows("SELECT id, name FROM automation WHERE name LIKE 'hand %' ORDER BY id");
}, 600_000);
afterAll(async () => {
  await gateway.close();
  await service.close();
  program.remove();
});

const note = (notes: string): Json => ({ type: 'createNote', params: { notes } });
const messages = (round: number): Json[] => (round % 2 === 0 ? [{ type: 'sendSms', params: { text: `message of hand ${round}` } }] : []);
const handed = (round: number): Json =>
  bodyOf({
    name: `hand ${round}`,
    filters: EVERYONE,
    actions: [
      addTag(`tag of hand ${round}`),
      note(`note of hand ${round}`),
      update('customField1', `value of hand ${round}`),
      ...messages(round),
    ],
  });

async function people(): Promise<void> {
  const { insertRecords } = await import('../src/core/records/index.js');
  const contacts = Array.from({ length: CONTACTS }, (_, index) => ({
    id: index + 1,
    surname: `Contact ${index + 1}`,
    mobile_Standardised: `+614000${10_000 + index}`,
  }));
  candidates = Array.from({ length: CANDIDATES }, (_, index) => index + 1);
  await inTransaction(service, async ({ em }) => {
    await insertRecords(em, recordTypeNamed('Contact'), contacts);
    await insertRecords(
      em,
      recordTypeNamed('Candidate'),
      candidates.map((id) => ({ id, firstName: `Candidate ${id}`, version: 1 })),
    );
  });
}

/** Every second process kills itself at one of its commits, unless it is killed earlier. */
const death = (): Record<string, string> =>
  chance() < 0.5 ? {} : { DIE_AT_COMMIT: String(between(6, 40)), ...(chance() < 0.3 ? { DIE_BEFORE: '1' } : {}) };
const start = (): ServiceProcess => ServiceProcess.start(program.main, { ...environment, DATABASE_URL: service.url, ...death() });

/** One process on the embedded database; several on a server, of which one at a time is killed. */
async function killedAgainAndAgain(): Promise<void> {
  const processes = Array.from({ length: IS_SERVER ? 2 : 1 }, start);
  for (let round = 0; round < ROUNDS; round++) {
    await until(() => processes.some(({ url }) => url !== undefined) || processes.every(({ isDead }) => isDead), processes);
    // at least one change per round, however slow the machine is
    await changeOne(processes);
    const made = await ask(processes, 'POST', '/api/Automation?runNow=true', handed(round));
    if (made) started.push(made.id);
    for (let decisions = between(0, 4); decisions > 0; decisions--) await decide(processes);
    const end = Date.now() + between(10, 1200);
    await scheduleOne(processes, round);
    while (Date.now() < end && processes.some(({ isDead }) => !isDead)) await changeOne(processes);
    const killed = between(0, processes.length);
    const last = processes[killed]!;
    // interrupts whatever is in progress
    const underWay = changeOne(processes);
    await pause(between(0, 20));
    await last.kill();
    await underWay;
    processes.forEach((each, index) => each.isDead && (processes[index] = start()));
  }
  for (const each of processes) await each.kill();
}

async function until(isSo: () => boolean, processes: readonly ServiceProcess[]): Promise<void> {
  while (!isSo()) {
    processes.forEach((each) => each.assertRunning());
    await pause(20);
  }
}

/** Approves a run that waits, or cancels one that has not ended. The request may fail, but an acknowledged one must hold. */
async function decide(processes: readonly ServiceProcess[]): Promise<void> {
  const id = started[between(0, started.length)];
  const [run] = (id && (await ask<{ id: number; status: string }[]>(processes, 'GET', `/api/Automation/${id}/Runs`))) || [];
  if (!run || ['completed', 'cancelled'].includes(run.status)) return;
  // the first is never cancelled, so that there is always one that has acted
  const verb = id === started[0] || chance() < 0.7 ? 'Approve' : 'Cancel';
  const decided = await ask(processes, 'POST', `/api/AutomationRuns/${run.id}/${verb}`, {}, secondKey);
  if (decided && verb === 'Cancel') cancelled.add(run.id);
}

/** Approves what still waits. */
async function approveAll(): Promise<void> {
  await waitUntilIdle(service);
  const waiting = await rows<{ id: number }>("SELECT id FROM automation_run WHERE status = 'awaitingApproval'");
  for (const { id } of waiting)
    await service.http.post(`/api/AutomationRuns/${id}/Approve`).set('Authorization', `Bearer ${secondKey}`).expect(202);
}

let changes = 0;
/** Updates a candidate; the request may fail, but an acknowledged change must be durable. */
async function changeOne(processes: readonly ServiceProcess[]): Promise<void> {
  const jobTitle = `Title ${++changes}`;
  const answer = await ask(processes, 'PUT', `/api/Candidates/${candidates[between(0, CANDIDATES)]}/V2`, { jobTitle });
  if (answer) acknowledged.push(jobTitle);
  await pause(between(5, 60));
}

async function scheduleOne(processes: readonly ServiceProcess[], round: number): Promise<void> {
  const nextRunDateUtc = new Date(Date.now() + between(1000, 4000)).toISOString();
  const scheduled = bodyOf({ triggerID: 2, nextRunDateUtc, filters: all(rule('id', '<=', 3)), actions: [note(`scheduled ${round}`)] });
  const answer = await ask(processes, 'POST', '/api/Automation', scheduled);
  // a time that had passed when it was saved is ignored
  if (answer?.['nextRunDateUtc']) once.set(answer.id, nextRunDateUtc);
}

/** @returns the response of a listening process; undefined when there was none */
async function ask<T = Json & { id: number }>(
  processes: readonly ServiceProcess[],
  method: string,
  path: string,
  body?: Json,
  key = ADMIN_KEY,
): Promise<T | undefined> {
  const listening = processes.filter(({ url, isDead }) => url !== undefined && !isDead);
  if (listening.length === 0) return undefined;
  const url = listening[between(0, listening.length)]?.url;
  const response = await fetch(`${url}${path}`, {
    method,
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(10_000),
  }).catch(() => undefined);
  // 409: a run has ended meanwhile, or a process that was killed had approved it already
  if (response && !response.ok && response.status < 500 && response.status !== 409)
    throw new Error(`${response.status}: ${await response.text()}`);
  return response?.ok ? ((await response.json().catch(() => undefined)) as T | undefined) : undefined;
}

/** Waits until all runs and deliveries have ended. */
async function allSent(): Promise<void> {
  const scheduled = [...once.keys()].join(', ');
  while (
    (await count(`SELECT COUNT(DISTINCT automationID) AS amount FROM automation_run WHERE automationID IN (${scheduled})`)) < once.size
  )
    await pause(20);
  await waitUntilIdle(service);
  // killed processes hold their leases for a minute
  await queryRows(service, "UPDATE delivery SET dueAt = createdDate WHERE state = 'sending'");
  while ((await count("SELECT COUNT(*) AS amount FROM delivery WHERE state IN ('queued', 'sending', 'failed')")) > 0) await pause(20);
}

const rows = <T extends object = Json>(query: string, values: readonly unknown[] = []): Promise<T[]> =>
  queryRows<T>(service, query, values);
const count = async (query: string, values: readonly unknown[] = []): Promise<number> => Number((await rows(query, values))[0]?.['amount']);
const times = <T>(amount: number, value: T): T[] => Array.from({ length: amount }, () => value);

describe(`After the service was killed ${ROUNDS} times (SEED=${SEED})`, () => {
  it('every run has ended', async () => {
    const ends = await rows(
      "SELECT status, reason FROM automation_run WHERE failed > 0 OR NOT (status = 'completed' AND processed = taken) AND NOT (status = 'cancelled' AND processed + skipped = taken)",
    );
    expect(ends).toEqual([]);
    const kept = await rows<{ id: number }>("SELECT id FROM automation_run WHERE status = 'cancelled'");
    expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining([...cancelled]));
    expect(
      await count("SELECT COUNT(*) AS amount FROM automation_run WHERE status = 'completed' AND approvedByID IS NOT NULL"),
    ).toBeGreaterThan(0);
    expect(await rows(`SELECT id FROM automation_run WHERE processed > ${CONTACTS / 2} AND approvedByID IS NULL`)).toEqual([]);
    expect(await count('SELECT COUNT(*) AS amount FROM automation_run')).toBeGreaterThan(1);
  });

  it('a manual run has performed each action once per record, a cancelled one on none that it had not reached', async () => {
    expect(byHand.length).toBeGreaterThan(1);
    const perContact = async (query: string, value: unknown): Promise<number[]> =>
      (await rows(query, [value])).map(({ amount }) => Number(amount));
    for (const { id, name } of byHand) {
      const done = await rows<{ recordID: number; outcome: string }>(
        'SELECT recordID, outcome FROM automation_run_record WHERE automationID = ? ORDER BY recordID',
        [id],
      );
      expect(done.length === 0 || done.map(({ recordID }) => recordID)).toEqual(
        done.length === 0 || Array.from({ length: CONTACTS }, (_, at) => at + 1),
      );
      const { length: processed } = done.filter(({ outcome }) => outcome === 'processed');
      expect(done.every(({ outcome }) => ['processed', 'skipped'].includes(outcome))).toBe(true);
      expect(await perContact('SELECT COUNT(*) AS amount FROM activity WHERE notes = ? GROUP BY contactID', `note of ${name}`)).toEqual(
        times(processed, 1),
      );
      expect(
        await perContact(
          'SELECT COUNT(*) AS amount FROM contact_tag l JOIN tag t ON t.id = l.tagID WHERE t.tag = ? GROUP BY l.recordID',
          `tag of ${name}`,
        ),
      ).toEqual(times(processed, 1));
      expect(
        await perContact("SELECT COUNT(*) AS amount FROM record_change WHERE automationID = ? AND type = 'Contact' GROUP BY recordID", id),
      ).toEqual(times(processed, 2));
    }
  });

  it('every message was sent at least once, under a single id', async () => {
    const queued = await rows<{ publicID: string; state: string; recipient: string; body: string }>(
      'SELECT publicID, state, recipient, body FROM delivery',
    );
    const senders = byHand.filter(({ name }) => messages(Number(name.split(' ')[1])).length > 0).map(({ id }) => id);
    const acted = await count(
      `SELECT COUNT(*) AS amount FROM automation_run_record WHERE outcome = 'processed' AND automationID IN (${[0, ...senders].join(', ')})`,
    );
    expect(queued.map(({ state }) => state)).toEqual(times(acted, 'sent'));
    const received = gateway.received.map(({ body }) => JSON.parse(body) as { id: string; to: string; text: string });
    const saying = (messages: { id: string; to: string; text: string }[]): string[] =>
      [...new Set(messages.map(({ id, to, text }) => `${id} ${to} ${text}`))].sort();
    expect(saying(received)).toEqual(saying(queued.map(({ publicID, recipient, body }) => ({ id: publicID, to: recipient, text: body }))));
    expect(new Set(received.map(({ to, text }) => `${to} ${text}`)).size).toBe(queued.length);
  });

  it('every acknowledged change was stored and triggered the automation once', async () => {
    const changed = await rows(
      "SELECT sequence, recordID, fields, events FROM record_change WHERE type = 'Candidate' AND automationID IS NULL ORDER BY sequence",
    );
    const titles = changed.map(({ fields }) => (JSON.parse(String(fields)) as { jobTitle: [unknown, string] }).jobTitle[1]);
    expect(titles).toEqual([...new Set(titles)]);
    expect(acknowledged.filter((title) => !titles.includes(title))).toEqual([]);
    expect(acknowledged.length).toBeGreaterThan(0);
    const acted = await rows('SELECT sequence, recordID FROM automation_run_record WHERE automationID = ? ORDER BY sequence', [onChange]);
    expect(acted.map(({ sequence, recordID }) => [Number(sequence), recordID])).toEqual(
      changed.map(({ sequence, recordID }) => [Number(sequence), recordID]),
    );
    expect(await count("SELECT COUNT(*) AS amount FROM activity WHERE notes = 'changed'")).toBe(changed.length);
  });

  it('every scheduled run has run once, for its time', async () => {
    expect(once.size).toBeGreaterThan(0);
    for (const [id, at] of once) {
      const runs = await rows('SELECT CAST(slot AS CHAR) AS slot, status, processed FROM automation_run WHERE automationID = ?', [id]);
      expect(runs).toEqual([{ slot: expect.anything() as unknown, status: 'completed', processed: 3 }]);
      expect(new Date(`${String(runs[0]?.['slot']).replace(' ', 'T')}Z`).toISOString()).toBe(at);
    }
    const notes = await rows("SELECT COUNT(*) AS amount FROM activity WHERE notes LIKE 'scheduled %' GROUP BY notes");
    expect(notes.map(({ amount }) => Number(amount))).toEqual(times(notes.length, 3));
  });

  it('the change feed has no gaps', async () => {
    const [{ amount, last, places } = {}] = await rows(
      'SELECT COUNT(*) AS amount, MAX(sequence) AS last, COUNT(DISTINCT sequence) AS places FROM record_change',
    );
    expect([Number(last), Number(places)]).toEqual([Number(amount), Number(amount)]);
  });

  it('all figures are correct', async () => {
    const { recompute } = await import('../src/core/records/index.js');
    const { Transactions } = await import('../src/core/database/index.js');
    expect(await recompute(service.app.get(Transactions, { strict: false }), { fix: false, report: () => undefined })).toEqual([]);
  });
});
