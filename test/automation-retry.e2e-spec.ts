import { setTimeout as pause } from 'node:timers/promises';
import { startApp, type TestApp } from './support/app';
import { addTag, Automations, idIn, update, type Json, type Run, type RunRecord, type AutomationInput } from './support/automations';
import { setClock } from './support/event-processing';
import { seedRecord } from './support/database';
import { apiClient } from './support/api-client';

const NOW = '2027-03-10T01:00:00.000Z';
const ENVIRONMENT = { DEMO_DATA: 'false', CLOCK_START: NOW };

let service: TestApp;
let automations: Automations;
const { updateRecord, deleteRecord } = apiClient(() => service);
beforeAll(async () => {
  service = await startApp(ENVIRONMENT);
  automations = new Automations(service);
});
beforeEach(() => setClock(service, NOW));
afterAll(() => service.close());

interface Waiting extends RunRecord {
  attempts?: number;
  tryAgainAt?: string;
}

const contact = (record: Json = {}): Promise<number> => seedRecord(service, 'Contact', { surname: 'Tried', deleted: false, ...record });
const note = (notes: string): Json => ({ type: 'createNote', params: { notes } });
const LATER = { retry: { attempts: 3, delaySeconds: 60 } };
const reportsTo = (id: number, more: Json = LATER): Json => update('reportsToID', id, {}, more);
const recordsOf = (path: string) => automations.records(path) as Promise<Waiting[]>;

async function started(input: AutomationInput): Promise<{ id: number; path: string }> {
  const { id } = await automations.save(input);
  return { id, path: await automations.queue(id) };
}

async function now(): Promise<number> {
  const { Clock } = await import('../src/core/time/clock.js');
  return service.app.get(Clock, { strict: false }).now().getTime();
}

/** Advances the clock to the retry time of a record and wakes the workers. */
async function timeHasCome({ tryAgainAt }: Waiting): Promise<void> {
  const { RunWorker } = await import('../src/automation/running/run-worker.service.js');
  await setClock(service, new Date(Math.max(Date.parse(tryAgainAt!), await now()) + 1));
  service.app.get(RunWorker, { strict: false }).wake();
}

/** The record once it has been tried this many times and its run is suspended. */
async function triedOn(path: string, recordID: number, attempts: number): Promise<Waiting> {
  for (;;) {
    const record = (await recordsOf(path)).find(({ recordId }) => recordId === recordID);
    if (record?.attempts === attempts) return record;
    await pause(10);
  }
}

/** Expects a wait of this many seconds after the attempt, which was not before `since`. */
async function expectToWait({ outcome, tryAgainAt }: Waiting, seconds: number, since: number): Promise<void> {
  const latest = (await now()) + seconds * 1000;
  expect(outcome).toBe('planned');
  expect(Date.parse(tryAgainAt!)).toBeGreaterThanOrEqual(since + seconds * 1000);
  expect(Date.parse(tryAgainAt!)).toBeLessThanOrEqual(latest);
}

const notesOf = (notes: string): Promise<Json[]> => automations.rows('SELECT contactID FROM activity WHERE notes = ?', [notes]);
/** A run waiting to retry a contact that should report to a deleted one. */
async function withoutBoss(...before: Json[]): Promise<{ id: number; boss: number; path: string; first: Waiting }> {
  const [id, boss] = [await contact(), await contact()];
  const automation = await automations.save({ filters: idIn(id), actions: [...before, reportsTo(boss)] });
  await deleteRecord(`Contacts/${boss}`);
  const path = await automations.queue(automation.id);
  return { id, boss, path, first: await triedOn(path, id, 1) };
}

describe('A record whose action fails with a retry', () => {
  it('waits longer each time while other records continue, and fails after the last attempt', async () => {
    const ids = [await contact(), await contact(), await contact()];
    const boss = ids[1]!;
    const { path } = await started({ filters: idIn(...ids), actions: [addTag('Later'), reportsTo(boss)] });
    const first = await triedOn(path, boss, 1);
    expect(first).toMatchObject({
      outcome: 'planned',
      reason: expect.any(String),
      actions: [
        { type: 'addTag', outcome: 'undone' },
        { type: 'updateField', outcome: 'failed', detail: first.reason },
      ],
    });
    await expectToWait(first, 60, Date.parse(NOW));
    expect(await automations.get<Run>(path)).toMatchObject({ status: 'running', taken: 3, processed: 2, failed: 0 });
    expect([await automations.tagsOn('contact', ids[0]!), await automations.tagsOn('contact', boss)]).toEqual([['Later'], []]);
    await timeHasCome(first);
    const second = await triedOn(path, boss, 2);
    await expectToWait(second, 120, Date.parse(first.tryAgainAt!));
    await timeHasCome(second);
    expect(await automations.waitForRun(path)).toMatchObject({ status: 'completed', taken: 3, processed: 2, failed: 1, skipped: 0 });
    const last = await triedOn(path, boss, 3);
    expect(last.outcome).toBe('failed');
    expect(last).not.toHaveProperty('tryAgainAt');
  });

  it('counts the attempts of an action although an earlier one fails in between', async () => {
    const [id, before, boss] = [await contact(), await contact(), await contact()];
    const automation = await automations.save({ filters: idIn(id), actions: [reportsTo(before), reportsTo(boss)] });
    await deleteRecord(`Contacts/${boss}`);
    const path = await automations.queue(automation.id);
    const first = await triedOn(path, id, 1);
    await deleteRecord(`Contacts/${before}`);
    await timeHasCome(first);
    const second = await triedOn(path, id, 2);
    expect(second.actions).toMatchObject([{ outcome: 'failed' }, { outcome: 'failed', detail: first.reason }]);
    await updateRecord(`Contacts/${before}`, { deleted: false });
    await timeHasCome(second);
    const third = await triedOn(path, id, 3);
    await expectToWait(third, 120, Date.parse(second.tryAgainAt!));
    await timeHasCome(third);
    expect(await automations.waitForRun(path)).toMatchObject({ status: 'completed', failed: 1 });
    expect(await triedOn(path, id, 4)).toMatchObject({ outcome: 'failed' });
  });

  it('is not retried before its time', async () => {
    const boss = await contact();
    const { path } = await started({ filters: idIn(boss), actions: [reportsTo(boss)] });
    const first = await triedOn(path, boss, 1);
    const { RunExecutor } = await import('../src/automation/running/run-executor.service.js');
    const runID = Number(path.split('/').at(-1));
    await automations.rows('UPDATE automation_run SET leaseUntil = NULL WHERE id = ?', [runID]);
    await service.app.get(RunExecutor, { strict: false }).execute(runID, () => false);
    expect(await recordsOf(path)).toEqual([first]);
    expect((await automations.get<Run>(path)).status).toBe('running');
    await service.http.post(`${path}/Cancel`).expect(200);
  });

  it('succeeds once the cause is fixed', async () => {
    const { boss, path, first } = await withoutBoss(note('Once at last'));
    expect(await notesOf('Once at last')).toEqual([]);
    await updateRecord(`Contacts/${boss}`, { deleted: false });
    await timeHasCome(first);
    expect(await automations.waitForRun(path)).toMatchObject({ status: 'completed', processed: 1, failed: 0 });
    expect(await recordsOf(path)).toMatchObject([
      { outcome: 'processed', attempts: 2, actions: [{ outcome: 'done' }, { outcome: 'done' }] },
    ]);
    expect(await notesOf('Once at last')).toHaveLength(1);
  });

  it('continues without the action after the last attempt with onError continue', async () => {
    const boss = await contact();
    const { path } = await started({
      filters: idIn(boss),
      actions: [note('Without it'), reportsTo(boss, { onError: 'continue', retry: { attempts: 2, delaySeconds: 5 } })],
    });
    const first = await triedOn(path, boss, 1);
    expect(await notesOf('Without it')).toEqual([]);
    await timeHasCome(first);
    expect(await automations.waitForRun(path)).toMatchObject({ processed: 1, failed: 0 });
    expect(await recordsOf(path)).toMatchObject([
      { outcome: 'processed', attempts: 2, actions: [{ outcome: 'done' }, { outcome: 'failed' }] },
    ]);
    expect(await notesOf('Without it')).toHaveLength(1);
  });

  it('counts the attempts of each action by itself', async () => {
    const [id, boss, successor] = [await contact(), await contact(), await contact()];
    const first = reportsTo(boss, { retry: { attempts: 3, delaySeconds: 5 } });
    const second = reportsTo(successor, { retry: { attempts: 2, delaySeconds: 5 } });
    const automation = await automations.save({ filters: idIn(id), actions: [first, second] });
    for (const each of [boss, successor]) await deleteRecord(`Contacts/${each}`);
    const path = await automations.queue(automation.id);
    await timeHasCome(await triedOn(path, id, 1));
    const twice = await triedOn(path, id, 2);
    expect(twice).toMatchObject({ outcome: 'planned', actions: [{ outcome: 'failed', failures: 2 }] });
    await updateRecord(`Contacts/${boss}`, { deleted: false });
    await timeHasCome(twice);
    const third = await triedOn(path, id, 3);
    expect(third).toMatchObject({
      outcome: 'planned',
      actions: [
        { outcome: 'undone', failures: 2 },
        { outcome: 'failed', failures: 1 },
      ],
    });
    await updateRecord(`Contacts/${successor}`, { deleted: false });
    await timeHasCome(third);
    expect(await automations.waitForRun(path)).toMatchObject({ status: 'completed', processed: 1, failed: 0 });
  });

  it('is skipped when it no longer matches', async () => {
    const { id, path, first } = await withoutBoss();
    await deleteRecord(`Contacts/${id}`);
    await timeHasCome(first);
    expect(await automations.waitForRun(path)).toMatchObject({ processed: 0, skipped: 1 });
    expect((await recordsOf(path))[0]).toEqual({
      recordId: id,
      module: 'Contacts',
      outcome: 'skipped',
      reason: 'no longer matches',
      actions: [],
    });
  });

  it('stops waiting once its run is cancelled or its automation paused', async () => {
    const boss = await contact();
    const input = { filters: idIn(boss), actions: [reportsTo(boss)] };
    const cancelled = await started(input);
    await triedOn(cancelled.path, boss, 1);
    await service.http.post(`${cancelled.path}/Cancel`).expect(200);
    const paused = await started(input);
    const first = await triedOn(paused.path, boss, 1);
    await updateRecord(`Automation/${paused.id}`, { statusID: 2 });
    await timeHasCome(first);
    for (const [{ path }, reason, status] of [
      [cancelled, 'cancelled', 'cancelled'],
      [paused, 'paused', 'skipped'],
    ] as const) {
      expect(await automations.get<Run>(path)).toMatchObject({ status, skipped: 1, failed: 0 });
      const [record] = await recordsOf(path);
      expect(record).toMatchObject({ outcome: 'skipped', reason });
      expect(record).not.toHaveProperty('tryAgainAt');
    }
  });

  it('uses the current definition of the automation', async () => {
    const boss = await contact();
    const { id, path } = await started({ filters: idIn(boss), actions: [reportsTo(boss)] });
    const first = await triedOn(path, boss, 1);
    await updateRecord(`Automation/${id}`, { actionsJSON: JSON.stringify([addTag('Mended later')]) });
    await timeHasCome(first);
    expect(await automations.waitForRun(path)).toMatchObject({ processed: 1 });
    expect(await automations.tagsOn('contact', boss)).toEqual(['Mended later']);
  });

  it('can be retried manually after it has failed, from the beginning', async () => {
    const boss = await contact();
    const { path } = await started({ filters: idIn(boss), actions: [reportsTo(boss, { retry: { attempts: 2, delaySeconds: 5 } })] });
    await timeHasCome(await triedOn(path, boss, 1));
    expect(await automations.waitForRun(path)).toMatchObject({ failed: 1 });
    await service.http.post(`${path}/Retry`).expect(202);
    const again = await triedOn(path, boss, 1);
    expect(again.outcome).toBe('planned');
    await timeHasCome(again);
    expect(await automations.waitForRun(path)).toMatchObject({ failed: 1 });
  });

  it('is reported as failing by a dry run', async () => {
    const boss = await contact();
    const { id } = await automations.save({ filters: idIn(boss), actions: [reportsTo(boss)] });
    const { body } = await service.http.post(`/api/Automation/${id}/Runs?dryRun=true`).expect(200);
    expect(body).toMatchObject({ taken: 1, processed: 0, failed: 1, records: [{ outcome: 'failed' }] });
  });

  it('is retried after a restart', async () => {
    const { boss, path, first } = await withoutBoss(note('After the restart'));
    service = await service.restart(ENVIRONMENT);
    automations = new Automations(service);
    expect(await recordsOf(path)).toEqual([first]);
    await updateRecord(`Contacts/${boss}`, { deleted: false });
    await timeHasCome(first);
    expect(await automations.waitForRun(path)).toMatchObject({ status: 'completed', processed: 1 });
    expect(await notesOf('After the restart')).toHaveLength(1);
  });
});
