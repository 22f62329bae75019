import '../../core/database/support/kind';
import { Logger } from '@nestjs/common';
import type { Automation } from '../automation.entity';
import { until } from '../running/support/until';
import { NOON, ScheduledAutomations } from './support/scheduled-automations';

const daily = (at: string, more = {}) => ({ schedule: { kind: 'daily', at }, ...more });

describe('The scheduler of an automation with a schedule', () => {
  let all: ScheduledAutomations;
  beforeAll(async () => {
    Logger.overrideLogger(false);
    all = await ScheduledAutomations.open();
  });
  afterEach(() => all.deleteAll());
  afterAll(() => all.close());

  const scheduled = (due: string | null, schedule: object, more: Partial<Automation> = {}): Promise<number> =>
    all.save({ triggerID: 2, eventID: 18, nextRunDateUtc: due === null ? null : new Date(due), ...more }, schedule);

  it.each<[string, string, string, object, string[], string | null]>([
    ['queues a run when it is due', NOON, NOON, daily('12:00'), [NOON], '2027-03-11T12:00:00.000Z'],
    ['queues none before', '2027-03-10T12:10:00.000Z', NOON, daily('12:10'), [], '2027-03-10T12:10:00.000Z'],
    [
      'catches up a run that was missed, for the time when it was due',
      '2027-03-10T09:00:00.000Z',
      NOON,
      daily('09:00'),
      ['2027-03-10T09:00:00.000Z'],
      '2027-03-11T09:00:00.000Z',
    ],
    [
      'leaves out a missed run if the schedule says so',
      '2027-03-10T09:00:00.000Z',
      NOON,
      daily('09:00', { missedRun: 'skip' }),
      [],
      '2027-03-11T09:00:00.000Z',
    ],
    [
      'does not take a run for missed that is four minutes late',
      '2027-03-10T11:56:00.000Z',
      NOON,
      daily('11:56', { missedRun: 'skip' }),
      ['2027-03-10T11:56:00.000Z'],
      '2027-03-11T11:56:00.000Z',
    ],
    [
      'waits with a missed run for the next window',
      '2027-03-10T09:00:00.000Z',
      NOON,
      daily('09:00', { windows: [{ from: '08:00', to: '10:00' }] }),
      [],
      '2027-03-11T08:00:00.000Z',
    ],
    [
      'waits no longer for it than for the next run',
      '2027-03-10T09:00:00.000Z',
      NOON,
      { schedule: { kind: 'every', amount: 1, unit: 'hour' }, windows: [{ from: '12:30', to: '14:00' }] },
      [],
      '2027-03-10T12:30:00.000Z',
    ],
    ['has no next run after the last', NOON, NOON, { schedule: { kind: 'once', at: NOON } }, [NOON], null],
  ])('%s', async (_, due, now, schedule, slots, next) => {
    const id = await scheduled(due, schedule);
    await all.tick(now);
    await all.tick(now);
    const queued = (await all.runsOf(id)).filter(({ status }) => status !== 'skipped');
    expect(queued.map(({ trigger, status, slot }) => [trigger, status, slot?.toISOString()])).toEqual(
      slots.map((slot) => ['schedule', 'queued', slot]),
    );
    expect((await all.get(id)).nextRunDateUtc?.toISOString() ?? null).toBe(next);
  });

  it('waits with a missed run for the end of excluded dates', async () => {
    const excludedDateGroupID = await all.dateGroup('2027-03-10');
    const id = await scheduled('2027-03-10T09:00:00.000Z', daily('13:00'), { excludedDateGroupID });
    await all.tick(NOON);
    expect([await all.runsOf(id), (await all.get(id)).nextRunDateUtc?.toISOString().slice(0, 16)]).toEqual([[], '2027-03-11T12:00']);
  });

  it('waits no longer for the end of excluded dates than for the next run', async () => {
    const excludedDateGroupID = await all.dateGroup('2027-03-10');
    const id = await scheduled('2027-03-10T09:00:00.000Z', daily('11:00'), { excludedDateGroupID });
    await all.tick(NOON);
    expect([await all.runsOf(id), (await all.get(id)).nextRunDateUtc?.toISOString()]).toEqual([[], '2027-03-11T11:00:00.000Z']);
  });

  it('wakes the worker when it has queued a run, and finds later what has become due since', async () => {
    let woken = 0;
    const scheduler = all.schedulerAt(NOON, () => woken++);
    await scheduler.tick();
    const id = await scheduled(NOON, daily('12:00'));
    expect(woken).toBe(0);
    await scheduler.tick();
    expect([woken, (await all.runsOf(id)).length]).toEqual([1, 1]);
  });

  it('queues a run by itself from the start on, and none after the shutdown', async () => {
    const [id, scheduler] = [await scheduled(NOON, daily('12:00')), all.schedulerAt(NOON)];
    scheduler.onApplicationBootstrap();
    await until(async () => (await all.runsOf(id)).length > 0);
    await scheduler.beforeApplicationShutdown();
    const late = await scheduled(NOON, daily('12:00'));
    await scheduler.tick();
    expect([(await all.runsOf(id)).length, await all.runsOf(late)]).toEqual([1, []]);
  });

  it('queues the runs of others when it cannot be triggered', async () => {
    const [broken, id] = [await scheduled(NOON, daily('12:00'), { eventID: 9999 }), await scheduled(NOON, daily('12:00'))];
    await all.tick(NOON);
    expect([await all.runsOf(broken), (await all.runsOf(id)).length]).toEqual([[], 1]);
  });

  it.each<[string, Partial<Automation>]>([
    ['paused', { statusID: 2 }],
    ['deleted', { deleted: true }],
    ['manual', { triggerID: 3 }],
  ])('leaves it alone when it is %s', async (_, more) => {
    const id = await scheduled(NOON, daily('12:00'), more);
    await all.tick(NOON);
    expect([await all.runsOf(id), (await all.get(id)).nextRunDateUtc?.toISOString()]).toEqual([[], NOON]);
  });
});
