import { setTimeout as pause } from 'node:timers/promises';
import { startApp, type TestApp } from './support/app';
import { addTag, Automations, idIn, type Json, type AutomationInput } from './support/automations';
import { setClock, waitUntilIdle, tick, advanceTo } from './support/event-processing';
import { queryRows, seedRecord } from './support/database';
import { apiClient } from './support/api-client';

/** A Wednesday, noon in Sydney. */
const NOW = '2027-03-10T01:00:00.000Z';
const DAY = 86_400_000;
const SYDNEY = 'Australia/Sydney';
const NEW_YORK = 'America/New_York';
const ENVIRONMENT = { DEMO_DATA: 'false', CLOCK_START: NOW };

let service: TestApp;
const { createRecord, getRecord, listRecords, updateRecord, deleteRecord } = apiClient(() => service);

beforeAll(async () => {
  service = await startApp(ENVIRONMENT);
  await seedRecord(service, 'Contact', { id: 1, surname: 'Bennett' });
});
afterEach(async () => {
  for (const { id } of await listRecords('Automation')) await deleteRecord(`Automation/${String(id)}`);
});
afterAll(() => service.close());

const later = (moment: string, milliseconds: number): string => new Date(Date.parse(moment) + milliseconds).toISOString();
const every = (schedule: Json, more: Json = {}): Json => ({ timeZone: SYDNEY, schedule, ...more });
const daily = (at: string, more: Json = {}): Json => every({ kind: 'daily', at }, more);

async function scheduled(schedule: Json | undefined, input: AutomationInput = {}, now = NOW): Promise<number> {
  await setClock(service, now);
  const { id } = await new Automations(service).save({
    triggerID: 2,
    filters: idIn(1),
    actions: [addTag('scheduled')],
    ...(schedule ? { schedule } : {}),
    ...input,
  });
  return id;
}

const nextOf = async (id: number): Promise<unknown> => (await getRecord(`Automation/${id}`))['nextRunDateUtc'];

/** The scheduled times for which an automation ran. */
async function slotsOf(id: number): Promise<string[]> {
  const found = await queryRows<{ slot: string; status: string; processed: number }>(
    service,
    "SELECT CAST(slot AS CHAR) AS slot, status, processed FROM automation_run WHERE automationID = ? AND `trigger` = 'schedule' ORDER BY id",
    [id],
  );
  return found.map(
    ({ slot, status, processed }) =>
      `${new Date(`${slot.replace(' ', 'T')}Z`).toISOString()}${status === 'completed' && processed === 1 ? '' : ` ${status} ${processed}`}`,
  );
}

/** Expects one run at each of these times and none earlier. */
async function expectRuns(id: number, moments: readonly string[], isLast = false): Promise<void> {
  for (const [index, moment] of moments.entries()) {
    expect(await nextOf(id)).toBe(moment);
    await advanceTo(service, later(moment, -30_000));
    expect(await slotsOf(id)).toEqual(moments.slice(0, index));
    await advanceTo(service, moment);
    await advanceTo(service, later(moment, 20_000));
    expect(await slotsOf(id)).toEqual(moments.slice(0, index + 1));
  }
  if (isLast) expect(await nextOf(id)).toBeNull();
}

const at = (...moments: string[]): string[] => moments.map((moment) => new Date(moment).toISOString());

describe('A scheduled automation runs', () => {
  it.each<[string, Json, string[]]>([
    [
      'every 90 minutes',
      every({ kind: 'every', amount: 90, unit: 'minute' }, { startAt: '2027-03-10T13:00' }),
      at('2027-03-10T02:00Z', '2027-03-10T03:30Z', '2027-03-10T05:00Z'),
    ],
    [
      'every second day',
      every({ kind: 'every', amount: 2, unit: 'day' }, { startAt: '2027-04-01T08:00' }),
      at('2027-03-31T21:00Z', '2027-04-02T21:00Z', '2027-04-04T22:00Z'),
    ],
    ['daily', daily('09:00'), at('2027-03-10T22:00Z', '2027-03-11T22:00Z', '2027-03-12T22:00Z')],
    [
      'on days of the week',
      every({ kind: 'weekly', days: ['monday', 'thursday'], at: '17:30' }),
      at('2027-03-11T06:30Z', '2027-03-15T06:30Z', '2027-03-18T06:30Z'),
    ],
    [
      'on the last day of a month',
      every({ kind: 'monthly', day: 31, at: '12:00' }),
      at('2027-03-31T01:00Z', '2027-04-30T02:00Z', '2027-05-31T02:00Z'),
    ],
    [
      'on the last Friday of a month',
      every({ kind: 'monthly', weekday: 'friday', which: 'last', at: '12:00' }),
      at('2027-03-26T01:00Z', '2027-04-30T02:00Z'),
    ],
    [
      'by a cron expression',
      every({ kind: 'cron', expression: '15 9 * * 1-5' }),
      at('2027-03-10T22:15Z', '2027-03-11T22:15Z', '2027-03-14T22:15Z'),
    ],
    [
      'only within its windows',
      daily('07:00', { windows: [{ days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'], from: '09:30', to: '17:00' }] }),
      at('2027-03-10T22:30Z', '2027-03-11T22:30Z', '2027-03-14T22:30Z'),
    ],
  ])('%s', async (_, schedule, moments) => {
    await expectRuns(await scheduled(schedule), moments);
  });

  it.each<[string, Json, string[]]>([
    ['once', every({ kind: 'once', at: '2027-03-12T09:00' }), at('2027-03-11T22:00Z')],
    ['until its end', daily('09:00', { endAt: '2027-03-12' }), at('2027-03-10T22:00Z', '2027-03-11T22:00Z')],
  ])('%s and not after', async (_, schedule, moments) => {
    const id = await scheduled(schedule);
    await expectRuns(id, moments, true);
    await advanceTo(service, later(moments.at(-1)!, 3 * DAY));
    expect(await slotsOf(id)).toEqual(moments);
  });

  it('not after its end, and records a run that was missed and can no longer be caught up', async () => {
    const [nine, ten] = at('2027-03-10T22:00Z', '2027-03-10T23:00Z') as [string, string];
    const id = await scheduled(daily('09:00', { endAt: '2027-03-11T09:30' }));
    await advanceTo(service, ten);
    expect(await slotsOf(id)).toEqual([`${nine} skipped 0`]);
    expect(await nextOf(id)).toBeNull();
    const [{ reason } = {}] = await new Automations(service).get<Json[]>(`/api/Automation/${id}/Runs`);
    expect(reason).toBe('the service was not running when it was due, and the schedule ends (endAt) before it could be caught up');
  });

  it('once at nextRunDateUtc without a schedule', async () => {
    const nextRunDateUtc = '2027-03-10T02:34:56.000Z';
    await expectRuns(await scheduled(undefined, { nextRunDateUtc }), [nextRunDateUtc], true);
  });

  const [gap, overlap] = ['the clocks skip its time', 'the clocks show its time twice'];
  it.each<[string, string, string, string[]]>([
    [gap, SYDNEY, '02:30', at('2026-10-02T16:30Z', '2026-10-03T16:00Z', '2026-10-04T15:30Z')],
    [overlap, SYDNEY, '02:30', at('2027-04-02T15:30Z', '2027-04-03T15:30Z', '2027-04-04T16:30Z')],
    [gap, NEW_YORK, '02:30', at('2027-03-13T07:30Z', '2027-03-14T07:00Z', '2027-03-15T06:30Z')],
    [overlap, NEW_YORK, '01:30', at('2027-11-06T05:30Z', '2027-11-07T05:30Z', '2027-11-08T06:30Z')],
  ])('once on the day when %s in %s', async (_, timeZone, time, moments) => {
    const [hour, minute] = time.split(':');
    const now = later(moments[0]!, -60_000);
    for (const schedule of [
      { kind: 'daily', at: time },
      { kind: 'cron', expression: `${Number(minute)} ${Number(hour)} * * *` },
    ]) {
      const id = await scheduled({ timeZone, schedule }, {}, now);
      await expectRuns(id, moments);
      await deleteRecord(`Automation/${id}`);
    }
  });

  it('on the next date that is not excluded, once for all postponed runs', async () => {
    const { id: excludedDateGroupID } = await createRecord('Automation/ExcludedDateGroups', {
      name: 'Weekend',
      dates: ['2027-03-12', '2027-03-13', '2027-03-14'],
    });
    await expectRuns(
      await scheduled(daily('09:00'), { excludedDateGroupID }),
      at('2027-03-10T22:00Z', '2027-03-14T22:00Z', '2027-03-15T22:00Z'),
    );
  });
});

describe('A missed run', () => {
  it.each<[string, Json, string, string[]]>([
    ['is caught up once', daily('09:00', { missedRun: 'runOnce' }), '2027-03-15T12:00:00Z', at('2027-03-10T22:00Z')],
    ['is caught up by default', daily('09:00'), '2027-03-15T12:00:00Z', at('2027-03-10T22:00Z')],
    [
      'is recorded as skipped with missedRun skip',
      daily('09:00', { missedRun: 'skip' }),
      '2027-03-15T12:00:00Z',
      ['2027-03-10T22:00:00.000Z skipped 0'],
    ],
    ['does not count as missed by a few minutes', daily('09:00', { missedRun: 'skip' }), '2027-03-10T22:04:00Z', at('2027-03-10T22:00Z')],
  ])('%s', async (_, schedule, back, slots) => {
    const id = await scheduled(schedule);
    await advanceTo(service, back);
    await advanceTo(service, later(back, 60_000));
    expect(await slotsOf(id)).toEqual(slots);
    const next = String(await nextOf(id));
    expect(Date.parse(next) - Date.parse(back)).toBeGreaterThan(0);
    expect(Date.parse(next) - Date.parse(back)).toBeLessThan(DAY);
    await advanceTo(service, next);
    expect(await slotsOf(id)).toEqual([...slots, next]);
  });

  const CLOSED = { windows: [{ from: '08:00', to: '10:00' }] };
  it.each<[string, Json, string, string[]]>([
    [
      'outside its windows, at the next opening',
      daily('09:00', CLOSED),
      '2027-03-11T05:00:00Z',
      at('2027-03-11T21:00Z', '2027-03-11T22:00Z'),
    ],
    ['in a window, at once', daily('09:00', CLOSED), '2027-03-10T22:30:00Z', at('2027-03-10T22:00Z', '2027-03-11T22:00Z')],
  ])('is caught up %s', async (_, schedule, back, slots) => {
    const id = await scheduled(schedule);
    await advanceTo(service, back);
    await advanceTo(service, slots[0]!);
    await advanceTo(service, slots[1]!);
    expect(await slotsOf(id)).toEqual(slots);
  });

  it('is caught up by the first run after an excluded date', async () => {
    const { id: excludedDateGroupID } = await createRecord('Automation/ExcludedDateGroups', { name: 'Friday', dates: ['2027-03-12'] });
    const id = await scheduled(daily('09:00'), { excludedDateGroupID });
    await advanceTo(service, '2027-03-12T05:00:00Z');
    expect(await slotsOf(id)).toEqual([]);
    await expectRuns(id, at('2027-03-12T22:00Z', '2027-03-13T22:00Z'));
  });

  it('is not caught up after the end of its schedule, but recorded', async () => {
    const id = await scheduled(daily('09:00', { endAt: '2027-03-11' }));
    await advanceTo(service, '2027-03-13T05:00:00Z');
    expect([await slotsOf(id), await nextOf(id)]).toEqual([['2027-03-10T22:00:00.000Z skipped 0'], null]);
  });

  it('is caught up at the start of the service', async () => {
    const id = await scheduled(every({ kind: 'once', at: '2027-03-12T09:00' }));
    service = await service.restart({ ...ENVIRONMENT, CLOCK_START: '2027-04-01T00:00:00Z' });
    await advanceTo(service, '2027-04-01T00:00:05Z');
    expect(await slotsOf(id)).toEqual(at('2027-03-11T22:00Z'));
  });
});

describe('The next run', () => {
  it('is null for a paused automation, and missed times are not caught up', async () => {
    const id = await scheduled(daily('09:00'));
    await updateRecord(`Automation/${id}`, { statusID: 2 });
    expect(await nextOf(id)).toBeNull();
    await advanceTo(service, '2027-03-12T12:00:00Z');
    await updateRecord(`Automation/${id}`, { statusID: 1 });
    await tick(service);
    expect(await slotsOf(id)).toEqual([]);
    await expectRuns(id, at('2027-03-12T22:00Z'));
  });

  it('follows a changed schedule', async () => {
    const id = await scheduled(daily('09:00'));
    await updateRecord(`Automation/${id}`, { scheduleMetaDataJSON: JSON.stringify(daily('15:00')) });
    await expectRuns(id, at('2027-03-10T04:00Z', '2027-03-11T04:00Z'));
  });

  it('follows changed excluded dates', async () => {
    const { id: group } = await createRecord('Automation/ExcludedDateGroups', { name: 'Closed', dates: [] });
    const id = await scheduled(daily('09:00'), { excludedDateGroupID: group });
    await updateRecord(`Automation/ExcludedDateGroups/${group}`, { dates: ['2027-03-11'] });
    await expectRuns(id, at('2027-03-11T22:00Z'));
  });

  it('follows the group of excluded dates as it is set and removed', async () => {
    const dates = ['2027-03-11', '2027-03-12'];
    const { id: excludedDateGroupID } = await createRecord('Automation/ExcludedDateGroups', { name: 'Given', dates });
    const id = await scheduled(daily('09:00'));
    expect(await nextOf(id)).toBe('2027-03-10T22:00:00.000Z');
    await updateRecord(`Automation/${id}`, { excludedDateGroupID });
    expect(await nextOf(id)).toBe('2027-03-12T22:00:00.000Z');
    await updateRecord(`Automation/${id}`, { excludedDateGroupID: null });
    expect(await nextOf(id)).toBe('2027-03-10T22:00:00.000Z');
    await expectRuns(id, at('2027-03-10T22:00Z'));
  });

  it.each<[string, (id: number, group: number) => Promise<unknown>]>([
    ['the date is no longer excluded', (_, group) => updateRecord(`Automation/ExcludedDateGroups/${group}`, { dates: [] })],
    ['another date is excluded', (_, group) => updateRecord(`Automation/ExcludedDateGroups/${group}`, { dates: ['2027-12-25'] })],
    ['the automation has no group', (id) => updateRecord(`Automation/${id}`, { excludedDateGroupID: null })],
  ])('that an excluded date has put off takes place, although on that day %s', async (name, change) => {
    await setClock(service, NOW);
    const { id: group } = await createRecord('Automation/ExcludedDateGroups', { name, dates: ['2027-03-12'] });
    const id = await scheduled(every({ kind: 'once', at: '2027-03-12T09:00' }), { excludedDateGroupID: group });
    await advanceTo(service, '2027-03-12T03:00:00Z');
    await change(id, group);
    await expectRuns(id, at('2027-03-12T22:00Z'), true);
  });

  it('is unaffected by other changes, even while due', async () => {
    const id = await scheduled(daily('09:00'));
    await setClock(service, '2027-03-10T22:00:00.000Z');
    await updateRecord(`Automation/${id}`, { name: 'Renamed' });
    await advanceTo(service, '2027-03-10T22:00:01.000Z');
    expect(await slotsOf(id)).toEqual(at('2027-03-10T22:00Z'));
  });
});

describe('An event', () => {
  /** The runs of an automation by events: their status, and whom they processed. */
  const runsOf = (id: number): Promise<Json[]> =>
    queryRows(service, "SELECT status, reason, processed FROM automation_run WHERE automationID = ? AND `trigger` = 'event'", [id]);
  const set = (surname: string) => updateRecord('Contacts/1', { surname });
  /** Is the run suspended, so that no worker takes it before its time? */
  async function isSuspended(id: number): Promise<boolean> {
    const [run] = await queryRows<{ leaseOwner: string | null; leaseUntil: string | null }>(
      service,
      "SELECT leaseOwner, leaseUntil FROM automation_run WHERE automationID = ? AND status = 'running'",
      [id],
    );
    return Boolean(run?.leaseUntil) && run?.leaseOwner === null;
  }
  async function waitUntilSuspended(id: number): Promise<void> {
    while (!(await isSuspended(id))) await pause(10);
  }
  const WAITING = { status: 'running', reason: 'waits until 2027-03-12: today is an excluded date', processed: 0 };
  const COMPLETED = { status: 'completed', reason: null, processed: 1 };

  /** An automation that was triggered on the first of two excluded dates, with its waiting run. */
  async function waitingAutomation(name: string) {
    await setClock(service, NOW);
    const { id: group } = await createRecord('Automation/ExcludedDateGroups', { name, dates: ['2027-03-10', '2027-03-11'] });
    const id = await scheduled(undefined, { triggerID: 1, eventID: 18, filters: undefined, excludedDateGroupID: group });
    await set(name);
    await waitUntilSuspended(id);
    expect(await runsOf(id)).toEqual([WAITING]);
    return { id, group };
  }

  it('on an excluded date is processed at the next allowed date', async () => {
    const { id } = await waitingAutomation('Next allowed');
    // an hour before the allowed date starts
    await setClock(service, '2027-03-11T12:00:00.000Z');
    await tick(service);
    expect([await isSuspended(id), await runsOf(id)]).toEqual([true, [WAITING]]);
    await advanceTo(service, '2027-03-11T13:00:01.000Z');
    expect(await runsOf(id)).toEqual([COMPLETED]);
  });

  it.each<[string, (id: number, group: number) => Promise<unknown>]>([
    ['the date is no longer excluded', (_, group) => updateRecord(`Automation/ExcludedDateGroups/${group}`, { dates: ['2027-03-11'] })],
    ['its group excludes no date', (_, group) => updateRecord(`Automation/ExcludedDateGroups/${group}`, { dates: [] })],
    ['the automation has no group', (id) => updateRecord(`Automation/${id}`, { excludedDateGroupID: null })],
  ])('on an excluded date is processed at once when %s', async (when, allow) => {
    const { id, group } = await waitingAutomation(when);
    await allow(id, group);
    // the clock still shows that date, so the run cannot continue merely because time passes
    expect(await isSuspended(id)).toBe(false);
    await waitUntilIdle(service);
    expect(await runsOf(id)).toEqual([COMPLETED]);
  });

  it('keeps waiting when only another date changes', async () => {
    const { id, group } = await waitingAutomation('Another date');
    await updateRecord(`Automation/ExcludedDateGroups/${group}`, { dates: ['2027-03-10', '2027-03-11', '2027-03-20'] });
    await waitUntilSuspended(id);
    expect(await runsOf(id)).toEqual([WAITING]);
  });
});

describe('An automation whose check fails', () => {
  it('does not delay other automations', async () => {
    const broken = await scheduled(daily('09:00'));
    const sound = await scheduled(daily('09:00'));
    const { AutomationScheduler } = await import('../src/automation/events/automation-scheduler.service.js');
    const scheduler: object = service.app.get(AutomationScheduler, { strict: false });
    const trigger = (scheduler as { trigger: (unit: unknown, id: number) => Promise<void> }).trigger.bind(scheduler);
    const spy = jest
      .spyOn(scheduler as { trigger: typeof trigger }, 'trigger')
      .mockImplementation((unit, id) => (id === broken ? Promise.reject(new Error('It cannot be read.')) : trigger(unit, id)));
    await advanceTo(service, '2027-03-10T22:00:00.000Z');
    spy.mockRestore();
    expect(await slotsOf(sound)).toEqual(at('2027-03-10T22:00Z'));
    await advanceTo(service, '2027-03-10T22:00:02.000Z');
    expect(await slotsOf(broken)).toEqual(at('2027-03-10T22:00Z'));
  });
});

describe('Several processes that check at the same time', () => {
  it('run an automation once', async () => {
    const services = process.env['TEST_DATABASE_URL'] ? [service, await service.twin(ENVIRONMENT)] : [service];
    const ids = await Promise.all(Array.from({ length: 5 }, () => scheduled(daily('09:00'))));
    const moments: string[] = [];
    for (let day = 0; day < 8; day++) {
      moments.push(later('2027-03-10T22:00:00Z', day * DAY));
      await Promise.all(services.map((each) => setClock(each, moments.at(-1)!)));
      await Promise.all(services.flatMap((each) => [tick(each), tick(each)]));
    }
    await waitUntilIdle(service);
    for (const id of ids) expect(await slotsOf(id)).toEqual(moments);
    await services[1]?.close();
  });
});
