import { startApp, type TestApp } from './support/app';
import { queryRows, seedRecord, inTransaction } from './support/database';

let service: TestApp;
beforeAll(async () => void (service = await startApp({ DEMO_DATA: 'false' })));
afterAll(() => service.close());

/** Creates a run that finished this many days ago, with records that it acted on. @returns its id */
async function runOf(automation: object, days: number, { status = 'completed', records = 2 } = {}): Promise<number> {
  const automationID = await seedRecord(service, 'Automation', { triggerID: 3, eventID: 17, statusID: 1, version: 1, ...automation });
  return inTransaction(service, async ({ em, now }) => {
    const { AutomationRun, AutomationRunRecord } = await import('../src/automation/index.js');
    const at = new Date(now.getTime() - days * 86_400_000);
    const isOver = !['queued', 'running'].includes(status);
    const { identifiers } = await em.insert(AutomationRun, {
      automationID,
      automationVersion: 1,
      trigger: 'manual',
      status: status as 'completed',
      queuedAt: at,
      finishedAt: isOver ? at : null,
    });
    const runID = Number(identifiers[0]?.['id']);
    const created = Array.from({ length: records }, (_, index) => ({
      runID,
      recordID: index + 1,
      automationID,
      position: index + 1,
      outcome: 'processed',
      finishedAt: at,
    }));
    if (created.length > 0) await em.createQueryBuilder().insert().into(AutomationRunRecord).values(created).updateEntity(false).execute();
    return runID;
  });
}

async function catchUp(): Promise<void> {
  const { Housekeeping } = await import('../src/core/housekeeping/index.js');
  await service.app.get(Housekeeping, { strict: false }).catchUp();
}

const left = async (runID: number): Promise<[runs: number, records: number]> => [
  (await queryRows(service, 'SELECT id FROM automation_run WHERE id = ?', [runID])).length,
  (await queryRows(service, 'SELECT recordID FROM automation_run_record WHERE runID = ?', [runID])).length,
];

describe('A run of an automation', () => {
  it.each<[string, object, number, object, boolean]>([
    ['is kept for ninety days', {}, 89, {}, true],
    ['is removed after that', {}, 91, {}, false],
    ['is removed even without records', {}, 91, { records: 0 }, false],
    ['is removed when it failed', {}, 91, { status: 'failed' }, false],
    ['is removed when it was skipped', {}, 91, { status: 'skipped', records: 0 }, false],
    ['is kept while its automation skips records it processed in that period', { excludeRecordsProcessedInDays: 365 }, 364, {}, true],
    ['is kept while its automation skips all records it ever processed', { excludeRecordsProcessedInDays: 2_147_483_647 }, 3000, {}, true],
    ['is kept for a paused automation, which may be resumed', { excludeRecordsProcessedInDays: 365, statusID: 2 }, 100, {}, true],
    ['is removed once its automation needs it no longer', { excludeRecordsProcessedInDays: 365 }, 367, {}, false],
    ['is removed when its automation skips no processed records', { excludeRecordsProcessedInDays: 0 }, 91, {}, false],
    ['is removed when its automation was deleted', { excludeRecordsProcessedInDays: 365, deleted: true }, 91, {}, false],
  ])('%s', async (_, automation, days, run, isKept) => {
    const id = await runOf(automation, days, run);
    const before = await left(id);
    await catchUp();
    expect(await left(id)).toEqual(isKept ? before : [0, 0]);
  });

  it('is removed with any number of records', async () => {
    const id = await runOf({}, 100, { records: 1234 });
    await catchUp();
    expect(await left(id)).toEqual([0, 0]);
  });

  it('is kept for the number of days that is set', async () => {
    const [young, old] = [await runOf({}, 9), await runOf({}, 11)];
    service = await service.restart({ DEMO_DATA: 'false', RUNS_KEPT_DAYS: '10' });
    await catchUp();
    expect([await left(young), await left(old)]).toEqual([
      [1, 2],
      [0, 0],
    ]);
  });
});
