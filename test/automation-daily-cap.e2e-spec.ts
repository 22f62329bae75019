import { startApp, type TestApp } from './support/app';
import { addTag, Automations, EVERYONE, type Json, type Run } from './support/automations';
import { advanceTo, waitUntilIdle } from './support/event-processing';

const MOST = 3;
const CONTACT_CREATED = 17;
/** The second day begins at 13:00 in UTC. */
const [NOON, LATER, NEXT_DAY] = ['2026-11-23T01:00:00Z', '2026-11-23T12:59:00Z', '2026-11-23T13:01:00Z'];

let service: TestApp;
let automations: Automations;
beforeEach(async () => {
  service = await startApp({ DEMO_DATA: 'false', CLOCK_START: NOON, TIME_ZONE: 'Australia/Sydney' });
  automations = new Automations(service);
});
afterEach(() => service.close());

const create = async (count: number): Promise<void> => {
  for (let made = 0; made < count; made++)
    await service.http
      .post('/api/Contacts')
      .send({ surname: `Contact ${made}` })
      .expect(201);
  await waitUntilIdle(service);
};
const importContacts = async (count: number): Promise<void> => {
  const rows = Array.from({ length: count }, (_, index) => `Imported ${index}`);
  await service.http
    .post('/api/Contacts/Import')
    .set('Content-Type', 'text/csv')
    .send(['surname', ...rows].join('\n'))
    .expect(200);
  await waitUntilIdle(service);
};
const save = (more: Json = {}) =>
  automations.save({
    triggerID: 1,
    eventID: CONTACT_CREATED,
    filters: EVERYONE,
    actions: [addTag('New')],
    maxNumberOfRecordsToExecute: MOST,
    ...more,
  });
const runsOf = async (id: number): Promise<Run[]> => automations.get(`/api/Automation/${id}/Runs?limit=100`);
const sum = (runs: readonly Run[], name: 'processed' | 'leftOut' | 'matched'): number =>
  runs.reduce((total, each) => total + each[name], 0);
const REASON = 'the automation takes at most 3 records a day';

describe('The maximum of an automation that events trigger', () => {
  it('is one per day: the rest is left out, and counted in one run a day', async () => {
    const { id } = await save();
    // one after the other, so that some come after the last that is taken
    for (let made = 0; made < MOST + 4; made++) await create(1);
    const runs = await runsOf(id);
    expect([sum(runs, 'processed'), sum(runs, 'leftOut'), sum(runs, 'matched')]).toEqual([MOST, 4, MOST + 4]);
    expect(runs.filter(({ status }) => status === 'skipped')).toEqual([
      expect.objectContaining({ trigger: 'event', reason: REASON, taken: 0, processed: 0 }),
    ]);
  });

  it('holds for many events at once', async () => {
    const { id } = await save();
    await importContacts(10);
    const runs = await runsOf(id);
    expect([sum(runs, 'processed'), sum(runs, 'leftOut')]).toEqual([MOST, 7]);
    expect(runs.at(-1)).toMatchObject({ status: 'completed', taken: MOST });
  });

  it('begins anew at midnight in the time zone of the automation', async () => {
    const { id } = await save();
    await create(MOST + 1);
    await advanceTo(service, LATER);
    await create(1);
    expect(sum(await runsOf(id), 'processed')).toBe(MOST);
    await advanceTo(service, NEXT_DAY);
    await create(MOST + 2);
    const runs = await runsOf(id);
    expect([sum(runs, 'processed'), sum(runs, 'leftOut')]).toEqual([2 * MOST, 4]);
    expect(runs.filter(({ status }) => status === 'skipped').length).toBeLessThanOrEqual(2);
  });

  it.each([null, 0])('is none if it is %j', async (maxNumberOfRecordsToExecute) => {
    const { id } = await save({ maxNumberOfRecordsToExecute });
    await create(MOST + 2);
    expect(sum(await runsOf(id), 'processed')).toBe(MOST + 2);
  });

  it('concerns neither other automations nor runs by hand', async () => {
    const [one, other] = [await save(), await save()];
    await create(MOST + 1);
    expect([sum(await runsOf(one.id), 'processed'), sum(await runsOf(other.id), 'processed')]).toEqual([MOST, MOST]);
    expect((await automations.runAgain(one)).run).toMatchObject({ trigger: 'manual', matched: MOST + 1, processed: MOST, leftOut: 1 });
    expect(sum(await runsOf(one.id), 'processed')).toBe(2 * MOST);
  });
});

describe('A run that was missed and is not caught up', () => {
  it('is recorded as skipped, with the reason', async () => {
    const schedule = { timeZone: 'Australia/Sydney', schedule: { kind: 'daily', at: '09:00' }, missedRun: 'skip' };
    const { id } = await automations.save({ triggerID: 2, filters: EVERYONE, actions: [addTag('Daily')], schedule });
    await advanceTo(service, '2026-11-24T05:00:00Z');
    expect(await runsOf(id)).toEqual([
      expect.objectContaining({ trigger: 'schedule', status: 'skipped', reason: 'the service was not running when it was due', taken: 0 }),
    ]);
    await advanceTo(service, '2026-11-24T22:00:10Z');
    expect((await runsOf(id)).map(({ status }) => status)).toEqual(['completed', 'skipped']);
  });
});
