import { catchUpTime, nextRun } from './next-run';
import { parseSchedule } from './parse-schedule';
import type { Schedule } from './schedule';

const SYDNEY = 'Australia/Sydney';
const LONDON = 'Europe/London';
const LORD_HOWE = 'Australia/Lord_Howe';

function schedule(json: Record<string, unknown>): Schedule {
  const { value, errors } = parseSchedule(json, SYDNEY);
  if (!value) throw new Error(JSON.stringify(errors));
  return value;
}

function runs(json: Record<string, unknown>, after: string, count: number, excluded: string[] = []): string[] {
  const checked = schedule(json);
  const found: string[] = [];
  for (
    let run = nextRun(checked, new Date(after), new Set(excluded));
    run && found.length < count;
    run = nextRun(checked, run, new Set(excluded))
  ) {
    found.push(run.toISOString().replace(':00.000Z', 'Z'));
  }
  return found;
}

const in_ = (timeZone: string, recurrence: Record<string, unknown>, more = {}): Record<string, unknown> => ({
  timeZone,
  schedule: recurrence,
  ...more,
});
const daily = (at: string): Record<string, unknown> => ({ kind: 'daily', at });

describe('The next run', () => {
  it.each<[string, Record<string, unknown>, string, string[]]>([
    ['once, local', in_(SYDNEY, { kind: 'once', at: '2026-07-01T09:00' }), '2026-06-01T00:00:00Z', ['2026-06-30T23:00Z']],
    ['once, with an offset', in_(SYDNEY, { kind: 'once', at: '2026-07-01T09:00:00+02:00' }), '2026-06-01T00:00:00Z', ['2026-07-01T07:00Z']],
    ['once, on a bare date', in_(LONDON, { kind: 'once', at: '2026-07-01' }), '2026-06-01T00:00:00Z', ['2026-06-30T23:00Z']],
    ['once, now past', in_(SYDNEY, { kind: 'once', at: '2026-07-01T09:00' }), '2026-06-30T23:00:00Z', []],
    [
      'every 15 minutes',
      in_(SYDNEY, { kind: 'every', amount: 15, unit: 'minute' }),
      '2026-01-01T00:07:30Z',
      ['2026-01-01T00:15Z', '2026-01-01T00:30Z'],
    ],
    [
      'every 7 hours from a start',
      in_(SYDNEY, { kind: 'every', amount: 7, unit: 'hour' }, { startAt: '2026-01-01T08:00Z' }),
      '2025-01-01T00:00:00Z',
      ['2026-01-01T08:00Z', '2026-01-01T15:00Z', '2026-01-01T22:00Z'],
    ],
    [
      'every 2 days from a start, by the calendar across a clock change',
      in_(SYDNEY, { kind: 'every', amount: 2, unit: 'day' }, { startAt: '2026-10-02T09:00' }),
      '2026-10-02T00:00:00Z',
      ['2026-10-03T22:00Z', '2026-10-05T22:00Z'],
    ],
    [
      'every week, on Mondays',
      in_('UTC', { kind: 'every', amount: 1, unit: 'week' }),
      '2026-01-01T00:00:00Z',
      ['2026-01-05T00:00Z', '2026-01-12T00:00Z'],
    ],
    [
      'every day, from a millisecond before it',
      in_('UTC', { kind: 'every', amount: 1, unit: 'day' }),
      '2026-01-05T23:59:59.999Z',
      ['2026-01-06T00:00Z', '2026-01-07T00:00Z'],
    ],
    ['daily, strictly after', in_('UTC', daily('09:30')), '2026-01-01T09:30:00Z', ['2026-01-02T09:30Z']],
    [
      'weekly on two days',
      in_('UTC', { kind: 'weekly', days: ['friday', 'monday'], at: '08:00' }),
      '2026-01-01T00:00:00Z',
      ['2026-01-02T08:00Z', '2026-01-05T08:00Z', '2026-01-09T08:00Z'],
    ],
    [
      'monthly on the 31st, the last day of short months',
      in_('UTC', { kind: 'monthly', day: 31, at: '08:00' }),
      '2028-01-31T08:00:00Z',
      ['2028-02-29T08:00Z', '2028-03-31T08:00Z', '2028-04-30T08:00Z'],
    ],
    [
      'monthly on the second Tuesday',
      in_('UTC', { kind: 'monthly', weekday: 'tuesday', which: 'second', at: '08:00' }),
      '2026-01-01T00:00:00Z',
      ['2026-01-13T08:00Z', '2026-02-10T08:00Z'],
    ],
    [
      'monthly on the last Friday',
      in_('UTC', { kind: 'monthly', weekday: 'friday', which: 'last', at: '08:00' }),
      '2026-01-01T00:00:00Z',
      ['2026-01-30T08:00Z', '2026-02-27T08:00Z'],
    ],
    [
      'monthly on the last Friday, the 31st after the 24th',
      in_('UTC', { kind: 'monthly', weekday: 'friday', which: 'last', at: '08:00' }),
      '2026-07-01T00:00:00Z',
      ['2026-07-31T08:00Z', '2026-08-28T08:00Z'],
    ],
    [
      'by cron, from a millisecond before it',
      in_('UTC', { kind: 'cron', expression: ' 0 9 * * * ' }),
      '2026-01-02T08:59:59.999Z',
      ['2026-01-02T09:00Z', '2026-01-03T09:00Z'],
    ],
    [
      'by cron, on weekdays',
      in_('UTC', { kind: 'cron', expression: '0 9 * * 1-5' }),
      '2026-01-02T09:00:00Z',
      ['2026-01-05T09:00Z', '2026-01-06T09:00Z'],
    ],
    ['by cron, never', in_('UTC', { kind: 'cron', expression: '0 0 31 2 *' }), '2026-01-02T09:00:00Z', []],
    ['not before the start', in_('UTC', daily('09:00'), { startAt: '2026-03-01T10:00' }), '2026-01-01T00:00:00Z', ['2026-03-02T09:00Z']],
    [
      'not after the end',
      in_('UTC', daily('09:00'), { endAt: '2026-01-02T09:00' }),
      '2026-01-01T00:00:00Z',
      ['2026-01-01T09:00Z', '2026-01-02T09:00Z'],
    ],
    [
      'a bare date as the end includes that day',
      in_(SYDNEY, daily('23:00'), { endAt: '2026-07-02' }),
      '2026-07-01T00:00:00Z',
      ['2026-07-01T13:00Z', '2026-07-02T13:00Z'],
    ],
  ])('%s', (_, json, after, expected) => {
    expect(runs(json, after, Math.max(expected.length, 1)).slice(0, Math.max(expected.length, 1))).toEqual(expected);
  });

  it('ends at the time of its end', () => {
    expect(runs(in_('UTC', daily('09:00'), { endAt: '2026-01-02T08:59' }), '2026-01-01T00:00:00Z', 5)).toEqual(['2026-01-01T09:00Z']);
  });

  it('is none after the end of the schedule', () => {
    expect(nextRun(schedule(in_('UTC', daily('09:00'), { endAt: '2026-01-02T09:00' })), new Date('2026-01-02T09:00:00Z'))).toBeNull();
  });
});

describe('A clock change', () => {
  const every = (amount: number): Record<string, unknown> => ({ kind: 'every', amount, unit: 'minute' });
  it.each<[string, Record<string, unknown>, string, string[]]>([
    ['Sydney skips 02:30: at 03:00, once', in_(SYDNEY, daily('02:30')), '2026-10-02T16:30:00Z', ['2026-10-03T16:00Z', '2026-10-04T15:30Z']],
    [
      'Sydney shows 02:30 twice: the first',
      in_(SYDNEY, daily('02:30')),
      '2026-04-03T15:30:00Z',
      ['2026-04-04T15:30Z', '2026-04-05T16:30Z'],
    ],
    ['London skips 01:30: at 02:00, once', in_(LONDON, daily('01:30')), '2026-03-28T01:30:00Z', ['2026-03-29T01:00Z', '2026-03-30T00:30Z']],
    [
      'London shows 01:30 twice: the first',
      in_(LONDON, daily('01:30')),
      '2026-10-24T00:30:00Z',
      ['2026-10-25T00:30Z', '2026-10-26T01:30Z'],
    ],
    ['Lord Howe skips half an hour', in_(LORD_HOWE, daily('02:15')), '2026-10-02T15:45:00Z', ['2026-10-03T15:30Z', '2026-10-04T15:15Z']],
    ['Lord Howe repeats half an hour', in_(LORD_HOWE, daily('01:45')), '2026-04-03T14:45:00Z', ['2026-04-04T14:45Z', '2026-04-05T15:15Z']],
    [
      'cron in the gap',
      in_(SYDNEY, { kind: 'cron', expression: '30 2 * * *' }),
      '2026-10-02T16:30:00Z',
      ['2026-10-03T16:00Z', '2026-10-04T15:30Z'],
    ],
    [
      'cron in the overlap',
      in_(SYDNEY, { kind: 'cron', expression: '30 2 * * *' }),
      '2026-04-03T15:30:00Z',
      ['2026-04-04T15:30Z', '2026-04-05T16:30Z'],
    ],
    [
      'minutes are elapsed time',
      in_(SYDNEY, every(30)),
      '2026-04-04T15:15:00Z',
      ['2026-04-04T15:30Z', '2026-04-04T16:00Z', '2026-04-04T16:30Z', '2026-04-04T17:00Z'],
    ],
    ['once in the gap', in_(SYDNEY, { kind: 'once', at: '2026-10-04T02:10' }), '2026-10-01T00:00:00Z', ['2026-10-03T16:00Z']],
    [
      'a day that a time zone skipped',
      in_('Pacific/Apia', daily('09:00')),
      '2011-12-29T19:00:00Z',
      ['2011-12-30T10:00Z', '2011-12-30T19:00Z'],
    ],
    [
      'monthly on the day of a clock change',
      in_(LONDON, { kind: 'monthly', weekday: 'sunday', which: 'last', at: '01:00' }),
      '2026-03-01T01:00:00Z',
      ['2026-03-29T01:00Z', '2026-04-26T00:00Z'],
    ],
  ])('%s', (_, json, after, expected) => {
    expect(runs(json, after, expected.length)).toEqual(expected);
  });
});

describe('Windows', () => {
  const office = [{ days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'], from: '09:00', to: '17:00' }];
  const night = [{ days: ['friday'], from: '22:00', to: '06:00' }];
  const hours = (amount: number): Record<string, unknown> => ({ kind: 'every', amount, unit: 'hour' });

  it.each<[string, Record<string, unknown>, string, string[]]>([
    [
      'a run inside stays',
      in_('UTC', daily('12:00'), { windows: office }),
      '2026-01-05T09:00:00Z',
      ['2026-01-05T12:00Z', '2026-01-06T12:00Z'],
    ],
    [
      'both ends are included',
      in_('UTC', hours(8), { windows: [{ from: '08:00', to: '16:00' }] }),
      '2026-01-05T07:00:00Z',
      ['2026-01-05T08:00Z', '2026-01-05T16:00Z', '2026-01-06T08:00Z'],
    ],
    [
      'a run before it moves to its start',
      in_('UTC', daily('03:00'), { windows: office }),
      '2026-01-05T00:00:00Z',
      ['2026-01-05T09:00Z', '2026-01-06T09:00Z'],
    ],
    ['also when its own time has passed', in_('UTC', daily('03:00'), { windows: office }), '2026-01-05T05:00:00Z', ['2026-01-05T09:00Z']],
    [
      'a run after it moves to the next day',
      in_('UTC', daily('20:00'), { windows: office }),
      '2026-01-05T00:00:00Z',
      ['2026-01-05T09:00Z', '2026-01-06T09:00Z'],
    ],
    [
      'over the weekend',
      in_('UTC', daily('20:00'), { windows: office }),
      '2026-01-09T09:00:00Z',
      ['2026-01-12T09:00Z', '2026-01-13T09:00Z'],
    ],
    [
      'several runs are merged into one',
      in_('UTC', hours(6), { windows: office }),
      '2026-01-09T12:00:00Z',
      ['2026-01-12T09:00Z', '2026-01-12T12:00Z'],
    ],
    [
      'across midnight',
      in_('UTC', hours(4), { windows: night }),
      '2026-01-09T12:00:00Z',
      ['2026-01-09T22:00Z', '2026-01-10T00:00Z', '2026-01-10T04:00Z', '2026-01-16T22:00Z'],
    ],
    [
      'the earlier of two',
      in_('UTC', daily('03:00'), {
        windows: [
          { from: '15:00', to: '16:00' },
          { from: '09:00', to: '10:00' },
        ],
      }),
      '2026-01-05T00:00:00Z',
      ['2026-01-05T09:00Z', '2026-01-06T09:00Z'],
    ],
    [
      'a window in the gap opens just after the clock change',
      in_(SYDNEY, daily('01:00'), { windows: [{ from: '02:15', to: '02:45' }] }),
      '2026-10-03T14:00:00Z',
      ['2026-10-03T16:00Z', '2026-10-04T15:15Z'],
    ],
    [
      'a run inside the later of two has happened after it',
      in_('UTC', daily('15:30'), {
        windows: [
          { from: '09:00', to: '10:00' },
          { from: '15:00', to: '16:00' },
        ],
      }),
      '2026-01-05T18:00:00Z',
      ['2026-01-06T15:30Z', '2026-01-07T15:30Z'],
    ],
    [
      'a window is open both times that the clocks show it',
      in_(SYDNEY, { kind: 'every', amount: 30, unit: 'minute' }, { windows: [{ from: '02:00', to: '02:30' }] }),
      '2026-04-04T14:45:00Z',
      ['2026-04-04T15:00Z', '2026-04-04T15:30Z', '2026-04-04T16:00Z', '2026-04-04T16:30Z', '2026-04-05T16:00Z'],
    ],
    [
      'a moved run is not after the end',
      in_('UTC', daily('20:00'), { windows: office, endAt: '2026-01-05T23:00' }),
      '2026-01-04T00:00:00Z',
      ['2026-01-05T09:00Z'],
    ],
    [
      'a one-time run moves too',
      in_('UTC', { kind: 'once', at: '2026-01-03T20:00' }, { windows: office }),
      '2026-01-04T00:00:00Z',
      ['2026-01-05T09:00Z'],
    ],
  ])('%s', (_, json, after, expected) => {
    expect(runs(json, after, expected.length)).toEqual(expected);
  });

  it('run a moved one-time schedule once', () => {
    expect(runs(in_('UTC', { kind: 'once', at: '2026-01-03T20:00' }, { windows: office }), '2026-01-01T00:00:00Z', 5)).toEqual([
      '2026-01-05T09:00Z',
    ]);
  });
});

describe('Excluded dates', () => {
  const CHRISTMAS = ['2026-12-25', '2026-12-26'];
  it.each<[string, Record<string, unknown>, string, string[]]>([
    [
      'a weekly run keeps its time on the next allowed date',
      in_('UTC', { kind: 'weekly', days: ['friday'], at: '09:00' }),
      '2026-12-20T00:00:00Z',
      ['2026-12-27T09:00Z', '2027-01-01T09:00Z'],
    ],
    [
      'also when its own time has passed',
      in_('UTC', { kind: 'weekly', days: ['friday'], at: '09:00' }),
      '2026-12-27T08:00:00Z',
      ['2026-12-27T09:00Z'],
    ],
    ['a daily run is not doubled', in_('UTC', daily('09:00')), '2026-12-24T09:00:00Z', ['2026-12-27T09:00Z', '2026-12-28T09:00Z']],
    [
      'cron behaves the same',
      in_('UTC', { kind: 'cron', expression: '0 9 25 * *' }),
      '2026-12-01T00:00:00Z',
      ['2026-12-27T09:00Z', '2027-01-25T09:00Z'],
    ],
    [
      'two moved runs keep their order',
      in_('UTC', { kind: 'cron', expression: '0 8,20 25 12 *' }),
      '2026-12-01T00:00:00Z',
      ['2026-12-27T08:00Z', '2026-12-27T20:00Z', '2027-12-25T08:00Z'],
    ],
    [
      'hourly runs move to the start of the next allowed date',
      in_('UTC', { kind: 'every', amount: 7, unit: 'hour' }, { startAt: '2026-12-24T20:00' }),
      '2026-12-24T20:00:00Z',
      ['2026-12-27T00:00Z', '2026-12-27T04:00Z'],
    ],
    [
      'hourly runs do not happen at the first moment of an excluded date',
      in_('UTC', { kind: 'every', amount: 6, unit: 'hour' }, { startAt: '2026-12-24T18:00' }),
      '2026-12-24T18:00:00Z',
      ['2026-12-27T00:00Z', '2026-12-27T06:00Z'],
    ],
    ['in the time zone of the schedule', in_(SYDNEY, daily('09:00')), '2026-12-24T00:00:00Z', ['2026-12-26T22:00Z']],
    [
      'with windows: to the first window of an allowed date',
      in_('UTC', daily('20:00'), { windows: [{ from: '09:00', to: '17:00' }] }),
      '2026-12-24T09:00:00Z',
      ['2026-12-27T09:00Z', '2026-12-28T09:00Z'],
    ],
    ['a one-time run moves too', in_('UTC', { kind: 'once', at: '2026-12-25T09:00' }), '2026-12-26T00:00:00Z', ['2026-12-27T09:00Z']],
  ])('%s', (_, json, after, expected) => {
    expect(runs(json, after, expected.length, CHRISTMAS)).toEqual(expected);
  });

  it('leave the run to the next window, however many windows they close', () => {
    const mondays = ['2026-01-05', '2026-01-12', '2026-01-19', '2026-01-26', '2026-02-02'];
    const weekly = in_('UTC', daily('12:00'), { windows: [{ days: ['monday'], from: '09:00', to: '10:00' }] });
    expect(runs(weekly, '2026-01-01T00:00:00Z', 2, mondays)).toEqual(['2026-02-09T09:00Z', '2026-02-16T09:00Z']);
  });

  it('leave a run of their last day after those that the next date has of its own', () => {
    const twice = in_('UTC', { kind: 'cron', expression: '0 8,20 * * *' }, { startAt: '2026-12-26T12:00' });
    expect(runs(twice, '2026-12-01T00:00:00Z', 3, CHRISTMAS)).toEqual(['2026-12-27T08:00Z', '2026-12-27T20:00Z', '2026-12-28T08:00Z']);
  });

  it('drop a run that is moved beyond the end', () => {
    expect(
      runs(in_('UTC', { kind: 'once', at: '2026-12-25T09:00' }, { endAt: '2026-12-26' }), '2026-12-01T00:00:00Z', 1, CHRISTMAS),
    ).toEqual([]);
  });
});

describe('A run that was missed', () => {
  const NOW = '2026-01-05T18:00:00Z';
  const office = [{ from: '09:00', to: '17:00' }];
  it.each<[string, Record<string, unknown>, string[], string | undefined]>([
    ['is caught up at once', {}, [], '2026-01-05T18:00:00.000Z'],
    ['is caught up at once before the start, too', { startAt: '2027-01-01' }, [], '2026-01-05T18:00:00.000Z'],
    ['is left out when the schedule says so', { missedRun: 'skip' }, [], undefined],
    ['waits for the next window', { windows: office }, [], '2026-01-06T09:00:00.000Z'],
    ['waits for the next allowed date, until the same time', {}, ['2026-01-05'], '2026-01-06T18:00:00.000Z'],
    ['is left out after the end', { endAt: '2026-01-05T17:00' }, [], undefined],
  ])('%s', (_, more, excluded, expected) => {
    expect(catchUpTime(schedule(in_('UTC', daily('09:00'), more)), new Date(NOW), new Set(excluded))?.toISOString()).toBe(expected);
  });
});
