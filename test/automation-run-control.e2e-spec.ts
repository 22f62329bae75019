import { setTimeout as pause } from 'node:timers/promises';
import { startApp, type TestApp } from './support/app';
import {
  addTag,
  all,
  Automations,
  EVERYONE,
  idIn,
  recordIdsOf,
  rule,
  update,
  type Json,
  type Run,
  type RunRecord,
} from './support/automations';
import { seedRecord, inTransaction } from './support/database';
import { recordTypeNamed } from './support/record-types';

let service: TestApp;
let automations: Automations;
beforeAll(async () => {
  service = await startApp();
  automations = new Automations(service);
});
afterAll(() => service.close());

const contact = (record: Json = {}): Promise<number> => seedRecord(service, 'Contact', { surname: 'Steered', deleted: false, ...record });
const cancel = (path: string) => service.http.post(`${path}/Cancel`);
const retry = (path: string) => service.http.post(`${path}/Retry`);
const outcomes = (records: readonly RunRecord[]): string[] => records.map(({ outcome }) => outcome);

/** A run that another worker is still planning: with a `startedAt`, the worker of this service could process its records. */
async function waiting(
  automationID: number,
  ids: readonly number[],
  { status = 'running', startedAt = null as string | null } = {},
): Promise<string> {
  const far = '2999-01-01 00:00:00.000';
  return inTransaction(service, async ({ em }) => {
    await em.query(
      `INSERT INTO automation_run (automationID, automationVersion, \`trigger\`, status, queuedAt, startedAt, taken, leaseOwner, leaseUntil) VALUES (?, 1, 'manual', ?, '2026-01-01 00:00:00.000', ?, ?, 'another', ?)`,
      [automationID, status, startedAt, ids.length, far],
    );
    const [run] = await em.query<{ id: number }[]>('SELECT MAX(id) AS id FROM automation_run');
    for (const [index, id] of ids.entries())
      await em.query(
        `INSERT INTO automation_run_record (runID, recordID, automationID, position, outcome) VALUES (?, ?, ?, ?, 'planned')`,
        [run!.id, id, automationID, index + 1],
      );
    return `/api/AutomationRuns/${run!.id}`;
  });
}

/** A run that failed for the second of three records. */
async function failedOnOne() {
  const ids = [await contact(), await contact(), await contact()];
  const outcome = await automations.run({ filters: idIn(...ids), actions: [addTag('Tried'), update('reportsToID', ids[1])] });
  return { ids, path: `/api/AutomationRuns/${outcome.run.id}`, ...outcome };
}

describe('A cancelled run', () => {
  it('ends with the name of the user and skips the remaining records', async () => {
    const ids = [await contact(), await contact()];
    const { id } = await automations.save({ filters: idIn(...ids), actions: [addTag('Never')] });
    const path = await waiting(id, ids);
    const { body } = await cancel(path).expect(200);
    const [user] = await automations.rows('SELECT name FROM `user` WHERE id = 1');
    expect(body).toMatchObject({
      status: 'cancelled',
      reason: `by ${String(user!['name'])}`,
      taken: 2,
      processed: 0,
      skipped: 2,
      failed: 0,
    });
    expect((body as Run)['finishedAt']).toBeDefined();
    expect(await automations.records(path)).toEqual(
      ids.map((recordId) => ({ recordId, module: 'Contacts', outcome: 'skipped', reason: 'cancelled', actions: [] })),
    );
    expect(await automations.tagsOn('contact', ids[0]!)).toEqual([]);
  });

  it('is unaffected by a second cancellation', async () => {
    const { id } = await automations.save({ filters: EVERYONE });
    const path = await waiting(id, []);
    const { body } = await cancel(path).expect(200);
    expect((await cancel(path).expect(200)).body).toEqual(body);
  });

  it.each(['completed', 'failed', 'skipped'])('must not have ended: %s is rejected', async (status) => {
    const { id } = await automations.save({ filters: EVERYONE });
    const response = await cancel(await waiting(id, [], { status })).expect(409);
    expect((response.body as Json)['detail']).toMatch(new RegExp(`is ${status}: only one that has not ended can be cancelled`));
  });

  it('keeps what a running worker has done, with one outcome per record', async () => {
    const { insertRecords } = await import('../src/core/records/index.js');
    const many = Array.from({ length: 3000 }, (_, index) => ({ id: 300_001 + index, surname: 'Underhand', deleted: false }));
    await inTransaction(service, ({ em }) => insertRecords(em, recordTypeNamed('Contact'), many));
    const { id } = await automations.save({
      filters: all(rule('surname', '=', 'Underhand')),
      actions: [addTag('Underhand'), update('jobTitle', 'Underhand')],
    });
    const path = await automations.queue(id);
    while (
      Number(
        (
          await automations.rows("SELECT COUNT(*) AS n FROM automation_run_record WHERE automationID = ? AND outcome = 'processed'", [id])
        )[0]!['n'],
      ) === 0
    )
      await pause(5);
    const { body } = await cancel(path).expect(200);
    const run = body as Run;
    await automations.run({});
    expect(await automations.get(path)).toEqual(run);
    const [tagged] = await automations.rows(
      "SELECT COUNT(*) AS n FROM contact_tag l JOIN tag t ON t.id = l.tagID WHERE t.folded = 'underhand'",
    );
    expect(Number(tagged!['n'])).toBe(run.processed);
    expect([run.status, run.processed + run.skipped, run.failed]).toEqual(['cancelled', 3000, 0]);
    expect(run.skipped).toBeGreaterThan(0);
  });

  it('is found', async () => {
    await cancel('/api/AutomationRuns/999999').expect(404);
    await retry('/api/AutomationRuns/999999').expect(404);
  });
});

describe('A retried run', () => {
  it('processes only its failed records, in the same run', async () => {
    const { ids, path, run, records } = await failedOnOne();
    expect([run.processed, run.failed, outcomes(records)]).toEqual([2, 1, ['processed', 'failed', 'processed']]);
    const before = await automations.rows('SELECT recordID, finishedAt FROM automation_run_record WHERE runID = ? AND outcome = ?', [
      run.id,
      'processed',
    ]);
    await automations.service.http
      .put(`/api/Automation/${String(run['automationId'])}`)
      .send({ actionsJSON: JSON.stringify([addTag('Mended')]) })
      .expect(200);
    const { body } = await retry(path).expect(202);
    expect(['queued', 'running', 'completed']).toContain((body as Run).status);
    const again = await automations.waitForRun(path);
    expect(again).toMatchObject({
      id: run.id,
      status: 'completed',
      taken: 3,
      processed: 3,
      failed: 0,
      queuedAt: run['queuedAt'],
      startedAt: run['startedAt'],
    });
    expect(outcomes(await automations.records(path))).toEqual(['processed', 'processed', 'processed']);
    expect(await automations.tagsOn('contact', ids[1]!)).toEqual(['Mended']);
    expect(await automations.tagsOn('contact', ids[0]!)).toEqual(['Tried']);
    expect(
      await automations.rows('SELECT recordID, finishedAt FROM automation_run_record WHERE runID = ? AND outcome = ? AND recordID <> ?', [
        run.id,
        'processed',
        ids[1],
      ]),
    ).toEqual(before);
  });

  it('may fail and be retried again', async () => {
    const { path } = await failedOnOne();
    for (let times = 0; times < 2; times++) {
      await retry(path).expect(202);
      expect(await automations.waitForRun(path)).toMatchObject({ status: 'completed', processed: 2, failed: 1 });
    }
  });

  it('skips records that no longer match', async () => {
    const { ids, path } = await failedOnOne();
    await service.http.delete(`/api/Contacts/${ids[1]}`).expect(204);
    await retry(path).expect(202);
    expect(await automations.waitForRun(path)).toMatchObject({ processed: 2, skipped: 1, failed: 0 });
  });

  it('may have failed as a whole', async () => {
    const ids = [await contact(), await contact()];
    const { id } = await automations.save({ filters: idIn(...ids), actions: [addTag('Whole')] });
    const path = await waiting(id, ids, { startedAt: '2026-01-01 00:00:00.000' });
    const { RunExecutor } = await import('../src/automation/running/run-executor.service.js');
    await service.app.get(RunExecutor, { strict: false }).fail(Number(path.split('/').at(-1)), 'internal error; see the service log');
    expect(await automations.get(path)).toMatchObject({ status: 'failed', failed: 2 });
    await retry(path).expect(202);
    expect(await automations.waitForRun(path)).toMatchObject({ status: 'completed', processed: 2, failed: 0 });
  });

  it('is queued once by two concurrent requests', async () => {
    const { path } = await failedOnOne();
    const statuses = (await Promise.all([retry(path), retry(path)])).map(({ status }) => status);
    // the second finds the run queued, running, or failed again
    expect(statuses[0] === 202 || statuses[1] === 202).toBe(true);
    expect(statuses.every((status) => [202, 409].includes(status))).toBe(true);
    expect(await automations.waitForRun(path)).toMatchObject({ status: 'completed', processed: 2, failed: 1 });
  });

  it('must have ended: queued and running ones are rejected', async () => {
    const { id } = await automations.save({ filters: EVERYONE });
    expect(((await retry(await waiting(id, [])).expect(409)).body as Json)['detail']).toMatch(
      /is running: only one that has ended can be retried/,
    );
  });

  it('must have failed records', async () => {
    const { run } = await automations.run({ filters: idIn(await contact()), actions: [addTag('Fine')] });
    expect(((await retry(`/api/AutomationRuns/${run.id}`).expect(409)).body as Json)['detail']).toMatch(/no failed records to retry/);
  });

  it.each<[string, (id: number) => Promise<unknown>, RegExp]>([
    ['paused', (id) => service.http.put(`/api/Automation/${id}`).send({ statusID: 2 }).expect(200), /is paused: activate it first/],
    ['deleted', (id) => service.http.delete(`/api/Automation/${id}`).expect(204), /is deleted/],
  ])('is of no %s automation', async (_, stop, detail) => {
    const { path, automation, records } = await failedOnOne();
    await stop(automation.id);
    expect(((await retry(path).expect(409)).body as Json)['detail']).toMatch(detail);
    expect(await automations.records(path)).toEqual(records);
  });
});

describe('Runs of a paused automation', () => {
  it('skip the remaining records, with a reason', async () => {
    const ids = [await contact()];
    const { id } = await automations.save({ filters: idIn(...ids) });
    const path = await waiting(id, ids);
    await service.http.put(`/api/Automation/${id}`).send({ statusID: 2 }).expect(200);
    expect(await automations.get(path)).toMatchObject({ status: 'skipped', reason: 'paused', skipped: 1 });
    expect(await automations.records(path)).toMatchObject([{ outcome: 'skipped', reason: 'paused' }]);
  });
});

describe('The lists of runs and their records', () => {
  it('can be filtered and paged', async () => {
    const { automation, path } = await failedOnOne();
    await automations.runAgain(automation);
    await automations.runAgain(automation);
    const open = await waiting(automation.id, []);
    await cancel(open).expect(200);
    const runs = `/api/Automation/${automation.id}/Runs`;
    expect((await automations.get<Run[]>(`${runs}?status=cancelled`)).map(({ id }) => `/api/AutomationRuns/${id}`)).toEqual([open]);
    expect(await automations.get<Run[]>(`${runs}?trigger=event`)).toEqual([]);
    const first = await service.http.get(`${runs}?status=Completed&limit=2`).expect(200);
    expect([(first.body as Run[]).length, first.headers['x-total-count']]).toEqual([2, '3']);
    const next = /<([^>]+)>/.exec(first.headers['link'] as string)![1]!;
    expect((await automations.get<Run[]>(next)).map(({ id }) => `/api/AutomationRuns/${id}`)).toEqual([path]);
    await service.http.get(next.replace('status=Completed', 'status=failed')).expect(400);
    const failed = await service.http.get(`${path}/Records?outcome=failed`).expect(200);
    expect([recordIdsOf(failed.body as RunRecord[]).length, failed.headers['x-total-count']]).toEqual([1, '1']);
    expect(await automations.get(`${path}/Records?outcome=planned`)).toEqual([]);
  });

  it.each(['Automation/1/Runs?status=done', 'Automation/1/Runs?trigger=hand', 'AutomationRuns/1/Records?outcome=done'])(
    'reject %s',
    async (path) => void (await service.http.get(`/api/${path}`).expect(400)),
  );
});
