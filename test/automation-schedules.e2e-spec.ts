import { setTimeout as pause } from 'node:timers/promises';
import { startApp, type TestApp } from './support/app';
import { addTag, Automations, idIn, type Json, type Said } from './support/automations';
import { setClock, settled, tick, timeIs } from './support/happenings';
import { asked, make } from './support/make';
import { speaking } from './support/speaking';

/** A Wednesday, noon in Sydney. */
const NOW = '2027-03-10T01:00:00.000Z';
const DAY = 86_400_000;
const SYDNEY = 'Australia/Sydney';
const NEW_YORK = 'America/New_York';
const ENVIRONMENT = { DEMO_DATA: 'false', CLOCK_START: NOW };

let service: TestApp;
const { made, found, listed, saved, removed } = speaking(() => service);

beforeAll(async () => {
  service = await startApp(ENVIRONMENT);
  await make(service, 'Contact', { id: 1, surname: 'Bennett' });
});
afterEach(async () => {
  for (const { id } of await listed('Automation')) await removed(`Automation/${String(id)}`);
});
afterAll(() => service.close());

const later = (moment: string, milliseconds: number): string => new Date(Date.parse(moment) + milliseconds).toISOString();
const every = (schedule: Json, more: Json = {}): Json => ({ timeZone: SYDNEY, schedule, ...more });
const daily = (at: string, more: Json = {}): Json => every({ kind: 'daily', at }, more);

async function scheduled(schedule: Json | undefined, said: Said = {}, now = NOW): Promise<number> {
  await setClock(service, now);
  const { id } = await new Automations(service).save({
    triggerID: 2,
    filters: idIn(1),
    actions: [addTag('scheduled')],
    ...(schedule ? { schedule } : {}),
    ...said,
  });
  return id;
}

const nextOf = async (id: number): Promise<unknown> => (await found(`Automation/${id}`))['nextRunDateUtc'];

/** The moments for which an automation ran. */
async function slotsOf(id: number): Promise<string[]> {
  const found = await asked<{ slot: string; status: string; processed: number }>(
    service,
    "SELECT CAST(slot AS CHAR) AS slot, status, processed FROM automation_run WHERE automationID = ? AND `trigger` = 'schedule' ORDER BY id",
    [id],
  );
  return found.map(
    ({ slot, status, processed }) =>
      `${new Date(`${slot.replace(' ', 'T')}Z`).toISOString()}${status === 'completed' && processed === 1 ? '' : ` ${status} ${processed}`}`,
  );
}

/** That it runs at these moments, once each, and not a moment sooner. */
async function expectRuns(id: number, moments: readonly string[], isLast = false): Promise<void> {
  for (const [index, moment] of moments.entries()) {
    expect(await nextOf(id)).toBe(moment);
    await timeIs(service, later(moment, -30_000));
    expect(await slotsOf(id)).toEqual(moments.slice(0, index));
    await timeIs(service, moment);
    await timeIs(service, later(moment, 20_000));
    expect(await slotsOf(id)).toEqual(moments.slice(0, index + 1));
  }
  if (isLast) expect(await nextOf(id)).toBeNull();
}

const at = (...moments: string[]): string[] => moments.map((moment) => new Date(moment).toISOString());

describe('An automation by the clock runs', () => {
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
      'by an expression',
      every({ kind: 'cron', expression: '15 9 * * 1-5' }),
      at('2027-03-10T22:15Z', '2027-03-11T22:15Z', '2027-03-14T22:15Z'),
    ],
    [
      'in its windows only',
      daily('07:00', { windows: [{ days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'], from: '09:30', to: '17:00' }] }),
      at('2027-03-10T22:30Z', '2027-03-11T22:30Z', '2027-03-14T22:30Z'),
    ],
  ])('%s', async (_, schedule, moments) => {
    await expectRuns(await scheduled(schedule), moments);
  });

  it.each<[string, Json, string[]]>([
    ['once', every({ kind: 'once', at: '2027-03-12T09:00' }), at('2027-03-11T22:00Z')],
    ['until its end', daily('09:00', { endAt: '2027-03-12' }), at('2027-03-10T22:00Z', '2027-03-11T22:00Z')],
  ])('%s, and then no more', async (_, schedule, moments) => {
    const id = await scheduled(schedule);
    await expectRuns(id, moments, true);
    await timeIs(service, later(moments.at(-1)!, 3 * DAY));
    expect(await slotsOf(id)).toEqual(moments);
  });

  it('once, at the moment that is said without a schedule', async () => {
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
      await removed(`Automation/${id}`);
    }
  });

  it('on the next date that is not excluded, once for all that moved there', async () => {
    const { id: excludedDateGroupID } = await made('Automation/ExcludedDateGroups', {
      name: 'Weekend',
      dates: ['2027-03-12', '2027-03-13', '2027-03-14'],
    });
    await expectRuns(
      await scheduled(daily('09:00'), { excludedDateGroupID }),
      at('2027-03-10T22:00Z', '2027-03-14T22:00Z', '2027-03-15T22:00Z'),
    );
  });
});

describe('A run that was missed', () => {
  it.each<[string, Json, string, string[]]>([
    ['is made up for once', daily('09:00', { missedRun: 'runOnce' }), '2027-03-15T12:00:00Z', at('2027-03-10T22:00Z')],
    ['is made up for unless something else is said', daily('09:00'), '2027-03-15T12:00:00Z', at('2027-03-10T22:00Z')],
    ['is let be where the schedule says so', daily('09:00', { missedRun: 'skip' }), '2027-03-15T12:00:00Z', []],
    ['by a few minutes is none', daily('09:00', { missedRun: 'skip' }), '2027-03-10T22:04:00Z', at('2027-03-10T22:00Z')],
  ])('%s', async (_, schedule, back, slots) => {
    const id = await scheduled(schedule);
    await timeIs(service, back);
    await timeIs(service, later(back, 60_000));
    expect(await slotsOf(id)).toEqual(slots);
    const next = String(await nextOf(id));
    expect(Date.parse(next) - Date.parse(back)).toBeGreaterThan(0);
    expect(Date.parse(next) - Date.parse(back)).toBeLessThan(DAY);
    await timeIs(service, next);
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
  ])('is made up for %s', async (_, schedule, back, slots) => {
    const id = await scheduled(schedule);
    await timeIs(service, back);
    await timeIs(service, slots[0]!);
    await timeIs(service, slots[1]!);
    expect(await slotsOf(id)).toEqual(slots);
  });

  it('is made up for by the first run after an excluded date', async () => {
    const { id: excludedDateGroupID } = await made('Automation/ExcludedDateGroups', { name: 'Friday', dates: ['2027-03-12'] });
    const id = await scheduled(daily('09:00'), { excludedDateGroupID });
    await timeIs(service, '2027-03-12T05:00:00Z');
    expect(await slotsOf(id)).toEqual([]);
    await expectRuns(id, at('2027-03-12T22:00Z', '2027-03-13T22:00Z'));
  });

  it('is not made up for after the end of its schedule', async () => {
    const id = await scheduled(daily('09:00', { endAt: '2027-03-11' }));
    await timeIs(service, '2027-03-13T05:00:00Z');
    expect([await slotsOf(id), await nextOf(id)]).toEqual([[], null]);
  });

  it('while the service was down is made up for at its start', async () => {
    const id = await scheduled(every({ kind: 'once', at: '2027-03-12T09:00' }));
    service = await service.restart({ ...ENVIRONMENT, CLOCK_START: '2027-04-01T00:00:00Z' });
    await timeIs(service, '2027-04-01T00:00:05Z');
    expect(await slotsOf(id)).toEqual(at('2027-03-11T22:00Z'));
  });
});

describe('The next run', () => {
  it('of an automation that is paused is none, and what would have been due is not made up for', async () => {
    const id = await scheduled(daily('09:00'));
    await saved(`Automation/${id}`, { statusID: 2 });
    expect(await nextOf(id)).toBeNull();
    await timeIs(service, '2027-03-12T12:00:00Z');
    await saved(`Automation/${id}`, { statusID: 1 });
    await tick(service);
    expect(await slotsOf(id)).toEqual([]);
    await expectRuns(id, at('2027-03-12T22:00Z'));
  });

  it('follows a change of the schedule', async () => {
    const id = await scheduled(daily('09:00'));
    await saved(`Automation/${id}`, { scheduleMetaDataJSON: JSON.stringify(daily('15:00')) });
    await expectRuns(id, at('2027-03-10T04:00Z', '2027-03-11T04:00Z'));
  });

  it('follows a change of the excluded dates', async () => {
    const { id: group } = await made('Automation/ExcludedDateGroups', { name: 'Closed', dates: [] });
    const id = await scheduled(daily('09:00'), { excludedDateGroupID: group });
    await saved(`Automation/ExcludedDateGroups/${group}`, { dates: ['2027-03-11'] });
    await expectRuns(id, at('2027-03-11T22:00Z'));
  });

  it('stays when something else changes, even while it is due', async () => {
    const id = await scheduled(daily('09:00'));
    await setClock(service, '2027-03-10T22:00:00.000Z');
    await saved(`Automation/${id}`, { name: 'Renamed' });
    await timeIs(service, '2027-03-10T22:00:01.000Z');
    expect(await slotsOf(id)).toEqual(at('2027-03-10T22:00Z'));
  });
});

describe('An event', () => {
  /** The runs of an automation by events: their status, and whom they processed. */
  const runsOf = (id: number): Promise<Json[]> =>
    asked(service, "SELECT status, reason, processed FROM automation_run WHERE automationID = ? AND `trigger` = 'event'", [id]);
  const set = (surname: string) => saved('Contacts/1', { surname });
  async function aside(id: number): Promise<void> {
    for (;;) {
      const [run] = await asked<{ leaseOwner: string | null; leaseUntil: string | null }>(
        service,
        'SELECT leaseOwner, leaseUntil FROM automation_run WHERE automationID = ?',
        [id],
      );
      if (run?.leaseUntil && run.leaseOwner === null) return;
      await pause(10);
    }
  }

  it.each(['at the next allowed date', 'at once when the date is excluded no more'])('on an excluded date is acted on %s', async (when) => {
    await setClock(service, NOW);
    const { id: excludedDateGroupID } = await made('Automation/ExcludedDateGroups', {
      name: `Today and tomorrow, ${when}`,
      dates: ['2027-03-10', '2027-03-11'],
    });
    const id = await scheduled(undefined, { triggerID: 1, eventID: 18, filters: undefined, excludedDateGroupID });
    await set(`Excluded, ${when}`);
    await aside(id);
    expect(await runsOf(id)).toEqual([{ status: 'running', reason: 'waits until 2027-03-12: today is an excluded date', processed: 0 }]);
    await setClock(service, '2027-03-11T12:59:50.000Z');
    if (when.startsWith('at once')) await saved(`Automation/ExcludedDateGroups/${excludedDateGroupID}`, { dates: [] });
    else await timeIs(service, '2027-03-11T13:00:01.000Z');
    await settled(service);
    expect(await runsOf(id)).toEqual([{ status: 'completed', reason: null, processed: 1 }]);
  });
});

describe('One whose check fails', () => {
  it('keeps no other one from its time', async () => {
    const broken = await scheduled(daily('09:00'));
    const sound = await scheduled(daily('09:00'));
    const { Timekeeper } = await import('../src/automation/events/timekeeper.service.js');
    const timekeeper: object = service.app.get(Timekeeper, { strict: false });
    const setOff = (timekeeper as { setOff: (unit: unknown, id: number) => Promise<void> }).setOff.bind(timekeeper);
    const spy = jest
      .spyOn(timekeeper as { setOff: typeof setOff }, 'setOff')
      .mockImplementation((unit, id) => (id === broken ? Promise.reject(new Error('It cannot be read.')) : setOff(unit, id)));
    await timeIs(service, '2027-03-10T22:00:00.000Z');
    spy.mockRestore();
    expect(await slotsOf(sound)).toEqual(at('2027-03-10T22:00Z'));
    await timeIs(service, '2027-03-10T22:00:02.000Z');
    expect(await slotsOf(broken)).toEqual(at('2027-03-10T22:00Z'));
  });
});

describe('Several processes on one server, which look at the same moment,', () => {
  it('run an automation once', async () => {
    const services = process.env['TEST_DATABASE_URL'] ? [service, await service.twin(ENVIRONMENT)] : [service];
    const ids = await Promise.all(Array.from({ length: 5 }, () => scheduled(daily('09:00'))));
    const moments: string[] = [];
    for (let day = 0; day < 8; day++) {
      moments.push(later('2027-03-10T22:00:00Z', day * DAY));
      await Promise.all(services.map((each) => setClock(each, moments.at(-1)!)));
      await Promise.all(services.flatMap((each) => [tick(each), tick(each)]));
    }
    await settled(service);
    for (const id of ids) expect(await slotsOf(id)).toEqual(moments);
    await services[1]?.close();
  });
});
