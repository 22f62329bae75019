import { candidateDates, canBeDue, dueInstant, dueWithin, monthDays } from './due';
import type { OffsetSchedule } from '../schedule/schedule';

const SYDNEY = 'Australia/Sydney';
const on = (amount: number, unit: OffsetSchedule['offset']['unit'], at?: string, timeZone = SYDNEY): OffsetSchedule => ({
  timeZone,
  offset: { amount, unit },
  ...(at === undefined ? {} : { at }),
});
const day = (text: string) => ({ at: new Date(`${text}T00:00:00Z`), isDay: true });
const moment = (text: string) => ({ at: new Date(text), isDay: false });

describe('A date event is due', () => {
  it.each([
    ['a day, at its 00:00 in the zone', day('2026-11-20'), 'before', on(0, 'day'), '2026-11-19T13:00:00.000Z'],
    ['a day, at the given time', day('2026-11-20'), 'before', on(0, 'day', '09:00'), '2026-11-19T22:00:00.000Z'],
    ['a week before a day', day('2026-11-20'), 'before', on(1, 'week', '09:00'), '2026-11-12T22:00:00.000Z'],
    ['a negative amount the other way', day('2026-11-20'), 'before', on(-2, 'day', '09:00'), '2026-11-21T22:00:00.000Z'],
    [
      'thirty days after a time, at the same time of day',
      moment('2026-09-20T03:15:00Z'),
      'after',
      on(30, 'day'),
      '2026-10-20T02:15:00.000Z',
    ],
    ['a month after a time, at the same time of day', moment('2026-09-20T03:15:00Z'), 'after', on(1, 'month'), '2026-10-20T02:15:00.000Z'],
    ['elapsed hours, across a clock change', moment('2026-10-03T15:00:00Z'), 'after', on(24, 'hour'), '2026-10-04T15:00:00.000Z'],
    ['two hours before a time', moment('2026-11-20T02:00:00Z'), 'before', on(2, 'hour'), '2026-11-20T00:00:00.000Z'],
    [
      'a month before the 31st is the last day of a shorter month',
      day('2026-03-31'),
      'before',
      on(1, 'month', '00:00', 'UTC'),
      '2026-02-28T00:00:00.000Z',
    ],
    ['a skipped local time, just after the clock change', day('2026-10-04'), 'before', on(0, 'day', '02:30'), '2026-10-03T16:00:00.000Z'],
    ['an ambiguous local time, the first time', day('2026-04-05'), 'before', on(0, 'day', '02:30'), '2026-04-04T15:30:00.000Z'],
  ] as const)('%s', (_, date, way, schedule, expected) => {
    expect(new Date(dueInstant(date, { way }, schedule)).toISOString()).toBe(expected);
  });
});

describe('A yearly date event is due', () => {
  const birthday = (born: string, from: string, to: string, schedule = on(0, 'day', '09:00', 'UTC')) =>
    dueWithin(day(born), { way: 'before', everyYear: true }, schedule, { from: new Date(from), to: new Date(to) })?.toISOString();

  it.each([
    ['on its day', '1990-11-20', '2026-11-20T08:00:00Z', '2026-11-20T10:00:00Z', '2026-11-20T09:00:00.000Z'],
    ['not on another', '1990-11-20', '2026-11-21T08:00:00Z', '2026-11-21T10:00:00Z', undefined],
    ['29 February on the 28th', '1992-02-29', '2027-02-28T00:00:00Z', '2027-03-01T00:00:00Z', '2027-02-28T09:00:00.000Z'],
    ['the 29th of another month on the 29th', '1992-03-29', '2027-03-28T10:00:00Z', '2027-03-30T00:00:00Z', '2027-03-29T09:00:00.000Z'],
    ['another day of February on that day', '1992-02-10', '2027-02-09T10:00:00Z', '2027-03-01T00:00:00Z', '2027-02-10T09:00:00.000Z'],
    ['29 February in a leap year', '1992-02-29', '2028-02-28T10:00:00Z', '2028-03-01T00:00:00Z', '2028-02-29T09:00:00.000Z'],
    ['not before the first', '2026-12-24', '2026-12-23T00:00:00Z', '2026-12-24T23:00:00Z', '2026-12-24T09:00:00.000Z'],
    ['not before the birth', '2026-12-24', '2025-12-23T00:00:00Z', '2025-12-24T23:00:00Z', undefined],
    ['at the very end of the period', '1990-11-20', '2026-11-20T08:00:00Z', '2026-11-20T09:00:00Z', '2026-11-20T09:00:00.000Z'],
    [
      'not at its very beginning, which belongs to the previous period',
      '1990-11-20',
      '2026-11-20T09:00:00Z',
      '2026-11-20T10:00:00Z',
      undefined,
    ],
  ])('%s', (_, born, from, to, expected) => {
    expect(birthday(born, from, to)).toBe(expected);
  });

  it('years ahead', () => {
    expect(birthday('2020-11-20', '2018-11-20T08:00:00Z', '2018-11-20T10:00:00Z', on(24, 'month', '09:00', 'UTC'))).toBe(
      '2018-11-20T09:00:00.000Z',
    );
  });

  it('in the first days of a year, a week ahead', () => {
    expect(birthday('1990-01-03', '2026-12-27T00:00:00Z', '2026-12-28T00:00:00Z', on(1, 'week', '09:00', 'UTC'))).toBe(
      '2026-12-27T09:00:00.000Z',
    );
  });
});

describe('The dates that can be due in a period', () => {
  const period = { from: new Date('2026-11-20T00:00:00Z'), to: new Date('2026-11-20T00:01:00Z') };

  it.each(['before', 'after'] as const)('include every date that is due in it, %s', (way) => {
    for (const unit of ['hour', 'day', 'week', 'month'] as const)
      for (const amount of [-13, 0, 1, 12, 40]) {
        const schedule = on(amount, unit, unit === 'hour' ? undefined : '23:45');
        const dates = candidateDates({ way }, schedule, period);
        for (let minute = -3; minute < 4; minute++) {
          const at = new Date(dates.from.getTime() - 86_400_000 + minute * 60_000);
          expect(dueWithin({ at, isDay: false }, { way }, schedule, period)).toBeUndefined();
        }
      }
  });

  it.each(['before', 'after'] as const)('leave out only dates that are not due in it, %s', (way) => {
    const reach = { hour: 3, day: 12, week: 54, month: 222 };
    for (const unit of ['hour', 'day', 'week', 'month'] as const)
      for (const amount of [-5, 0, 1, 7]) {
        const schedule = on(amount, unit, unit === 'hour' ? undefined : '11:00');
        const wide = { from: period.from, to: new Date(period.from.getTime() + 2 * 86_400_000) };
        const dates = candidateDates({ way }, schedule, wide);
        let due = 0;
        for (let hour = -24 * reach[unit]; hour < 24 * reach[unit]; hour += 8) {
          const at = new Date(period.from.getTime() + hour * 3_600_000);
          if (!dueWithin({ at, isDay: false }, { way }, schedule, wide)) continue;
          due += 1;
          expect({ way, unit, amount, at, isCandidate: at >= dates.from && at <= dates.to }).toMatchObject({ isCandidate: true });
        }
        expect(due).toBeGreaterThan(0);
        // a filter that leaves nothing out would be right as well, but of no use
        expect(dates.to.getTime() - dates.from.getTime()).toBeLessThan(60 * 86_400_000);
      }
  });

  it('include one that is years away', () => {
    const { from, to } = candidateDates({ way: 'after' }, on(40, 'month', undefined, 'UTC'), period);
    expect([from < new Date('2023-07-20T00:00:00Z'), to > new Date('2023-07-20T00:01:00Z')]).toEqual([true, true]);
  });

  it.each([
    ['2026-01-01T00:00:00Z', '2026-06-29T00:00:00Z', 181],
    ['2026-01-01T00:00:00Z', '2026-06-30T00:00:00Z', undefined],
  ])('are listed for up to 180 days: from %s to %s', (from, to, count) => {
    expect(monthDays({ from: new Date(from), to: new Date(to) })?.length).toBe(count);
  });

  it('are given by month and day, including the leap day', () => {
    expect(monthDays({ from: new Date('2026-12-31T00:00:00Z'), to: new Date('2027-01-01T12:00:00Z') })).toEqual([
      '12-31',
      '01-01',
      '01-02',
      '02-29',
    ]);
    expect(monthDays({ from: new Date('2026-01-01T00:00:00Z'), to: new Date('2026-12-31T00:00:00Z') })).toBeUndefined();
  });
});

describe('Dates can be due in a period', () => {
  const can = (isDay: boolean, schedule: OffsetSchedule, from: string, to: string) =>
    canBeDue(isDay, schedule, { from: new Date(from), to: new Date(to) });

  it.each<[string, boolean, OffsetSchedule, string, string, boolean]>([
    ['of days, if a day begins in it', true, on(3, 'day'), '2026-11-19T12:59:30Z', '2026-11-19T13:00:00Z', true],
    ['of days, not if a day has begun before it', true, on(3, 'day'), '2026-11-19T13:00:00Z', '2026-11-19T13:00:30Z', false],
    ['of days, not if a day begins after it', true, on(3, 'day'), '2026-11-19T12:59:00Z', '2026-11-19T12:59:59Z', false],
    ['at a time of day that it includes', true, on(3, 'day', '09:00'), '2026-11-19T21:59:30Z', '2026-11-19T22:00:00Z', true],
    ['not at a time of day at which it begins', true, on(3, 'day', '09:00'), '2026-11-19T22:00:00Z', '2026-11-19T22:00:30Z', false],
    ['not of times, at another time of day', false, on(1, 'week', '09:00'), '2026-11-19T23:00:00Z', '2026-11-19T23:00:30Z', false],
    ['of times, at their own times of day', false, on(1, 'week'), '2026-11-19T23:00:00Z', '2026-11-19T23:00:30Z', true],
    ['of times, hours away from them', false, on(5, 'hour'), '2026-11-19T23:00:00Z', '2026-11-19T23:00:30Z', true],
    ['of days, hours away from them', true, on(5, 'hour'), '2026-11-19T23:00:00Z', '2026-11-19T23:00:30Z', true],
    ['at a time of the next day', true, on(0, 'day', '00:10'), '2026-11-19T12:30:00Z', '2026-11-19T13:30:00Z', true],
  ])('%s', (_, isDay, schedule, from, to, expected) => {
    expect(can(isDay, schedule, from, to)).toBe(expected);
  });

  it.each<[string, OffsetSchedule]>([
    ['a day in hours before it', on(24, 'hour')],
    ['a day before it', on(1, 'day')],
    ['a day before it, at a time that is skipped or repeated', on(1, 'day', '02:30')],
  ])('also where clocks change: %s', (_, schedule) => {
    for (const date of ['2026-04-04', '2026-04-05', '2026-04-06', '2026-10-04', '2026-10-05', '2026-10-06']) {
      const due = dueInstant(day(date), { way: 'before' }, schedule);
      expect([date, canBeDue(true, schedule, { from: new Date(due - 1), to: new Date(due) })]).toEqual([date, true]);
    }
  });
});
