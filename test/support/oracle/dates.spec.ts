import { absoluteDate, hasAnniversary, relativeDate } from './dates';
import { timeRangeOf } from './ranges';
import { instantOf, wallTimeOf } from './zone';

const at = (text: string): number => Date.parse(text);
const present = (now: string, timeZone = 'UTC') => ({ now: new Date(now), timeZone });
const ends = ({ from, to }: { from?: Date; to?: Date }) => [from?.toISOString(), to?.toISOString()];

describe('The time zones of the tests', () => {
  it.each([
    ['2026-07-01T00:00:00.123Z', 'Australia/Sydney', '2026-07-01T10:00:00.123Z'],
    ['2026-01-01T00:00:00.000Z', 'Australia/Sydney', '2026-01-01T11:00:00.000Z'],
    ['2026-03-08T06:59:59.999Z', 'America/New_York', '2026-03-08T01:59:59.999Z'],
    ['2026-03-08T07:00:00.000Z', 'America/New_York', '2026-03-08T03:00:00.000Z'],
    ['2026-05-05T12:00:00.000Z', 'Asia/Kathmandu', '2026-05-05T17:45:00.000Z'],
  ])('convert %s in %s to and from the wall time %s', (instant, zone, wallTime) => {
    expect(wallTimeOf(at(instant), zone)).toBe(at(wallTime));
    expect(instantOf(at(wallTime), zone)).toBe(at(instant));
  });

  it('move a skipped wall time past the gap, and take the earlier of two instants', () => {
    expect(instantOf(at('2026-03-08T02:30:00Z'), 'America/New_York')).toBe(at('2026-03-08T07:30:00Z'));
    expect(instantOf(at('2026-11-01T01:30:00Z'), 'America/New_York')).toBe(at('2026-11-01T05:30:00Z'));
    expect(instantOf(at('2026-04-05T02:30:00Z'), 'Australia/Sydney')).toBe(at('2026-04-04T15:30:00Z'));
  });
});

describe('The dates of the tests', () => {
  it.each<[number, string, boolean, string, string, string, string]>([
    [-90, 'minute', false, '2026-03-01T13:30:15.250Z', 'Australia/Sydney', '2026-03-01T12:00:15.250Z', '2026-03-01T12:00:15.250Z'],
    [24, 'hour', false, '2026-03-28T12:00:00.000Z', 'Europe/London', '2026-03-29T12:00:00.000Z', '2026-03-29T12:00:00.000Z'],
    [0, 'day', false, '2026-03-01T13:30:00.000Z', 'Australia/Sydney', '2026-03-01T13:00:00.000Z', '2026-03-02T12:59:59.999Z'],
    [0, 'day', true, '2026-03-01T13:30:00.000Z', 'Australia/Sydney', '2026-03-02T00:00:00.000Z', '2026-03-02T23:59:59.999Z'],
    [1, 'day', false, '2026-03-28T12:00:00.000Z', 'Europe/London', '2026-03-29T00:00:00.000Z', '2026-03-29T22:59:59.999Z'],
    [-1, 'week', false, '2026-03-04T08:00:00.000Z', 'UTC', '2026-02-25T00:00:00.000Z', '2026-02-25T23:59:59.999Z'],
    [1, 'month', false, '2026-01-31T08:00:00.000Z', 'UTC', '2026-02-28T00:00:00.000Z', '2026-02-28T23:59:59.999Z'],
    [-1, 'year', false, '2024-02-29T08:00:00.000Z', 'UTC', '2023-02-28T00:00:00.000Z', '2023-02-28T23:59:59.999Z'],
  ])('for %d %s (stores days: %s) at %s in %s are from %s to %s', (amount, unit, storesDays, now, timeZone, from, to) => {
    expect(ends(relativeDate({ amount, unit }, storesDays, present(now, timeZone)))).toEqual([from, to]);
  });

  it.each<[string, boolean, string, string, string]>([
    ['2026-03-31T10:00:00+10:00', false, 'UTC', '2026-03-31T00:00:00.000Z', '2026-03-31T00:00:00.000Z'],
    ['2026-03-31T10:00', false, 'Australia/Sydney', '2026-03-31T10:00:00.000Z', '2026-03-31T10:00:00.000Z'],
    ['2026-03-31', false, 'UTC', '2026-03-31T00:00:00.000Z', '2026-03-31T23:59:59.999Z'],
    ['2026-03-31', false, 'Australia/Sydney', '2026-03-30T13:00:00.000Z', '2026-03-31T12:59:59.999Z'],
    ['2026-03-31', true, 'Australia/Sydney', '2026-03-31T00:00:00.000Z', '2026-03-31T23:59:59.999Z'],
    ['2026-03-31T23:00:00-05:00', true, 'UTC', '2026-03-31T00:00:00.000Z', '2026-03-31T23:59:59.999Z'],
  ])('for %s (stores days: %s) in %s are from %s to %s', (text, storesDays, zone, from, to) => {
    expect(ends(absoluteDate(text, storesDays, zone))).toEqual([from, to]);
  });

  it.each<[string, number, boolean, string, string, boolean]>([
    ['1990-07-14', 0, true, '2026-07-14T10:00:00Z', 'UTC', true],
    ['1990-07-14', 1, true, '2026-07-14T10:00:00Z', 'UTC', false],
    ['1990-01-01', 1, true, '2026-12-31T10:00:00Z', 'UTC', true],
    ['2024-02-29', 0, true, '2026-02-28T10:00:00Z', 'UTC', true],
    ['2024-02-28', 0, true, '2026-02-28T10:00:00Z', 'UTC', true],
    ['2024-02-29', 0, true, '2028-02-28T10:00:00Z', 'UTC', false],
    ['2024-02-29', 0, true, '2028-02-29T10:00:00Z', 'UTC', true],
    ['1990-03-02', 0, true, '2026-03-01T13:30:00Z', 'Australia/Sydney', true],
    ['1990-03-01T13:00:00Z', 0, false, '2026-03-01T13:30:00Z', 'Australia/Sydney', true],
    ['1990-03-02T13:00:00Z', 0, false, '2026-03-01T13:30:00Z', 'Australia/Sydney', false],
    ['2024-02-28T13:00:00Z', 0, false, '2026-02-27T13:30:00Z', 'Australia/Sydney', true],
  ])('find an anniversary of %s in %d days (stores days: %s) at %s in %s: %s', (date, inDays, storesDays, now, zone, holds) => {
    expect(hasAnniversary(new Date(date), inDays, storesDays, present(now, zone))).toBe(holds);
  });
});

describe('The time ranges of the tests', () => {
  // a Friday; already the 21st in Sydney
  const NOW = '2026-11-20T14:30:00.000Z';
  it.each<[string, string, string, string]>([
    ['today', 'Australia/Sydney', '2026-11-20T13:00:00.000Z', '2026-11-21T12:59:59.999Z'],
    ['yesterday', 'UTC', '2026-11-19T00:00:00.000Z', '2026-11-19T23:59:59.999Z'],
    ['this-week', 'UTC', '2026-11-16T00:00:00.000Z', '2026-11-22T23:59:59.999Z'],
    ['Last Week', 'UTC', '2026-11-09T00:00:00.000Z', '2026-11-15T23:59:59.999Z'],
    ['lastMonth', 'Australia/Sydney', '2026-09-30T14:00:00.000Z', '2026-10-31T12:59:59.999Z'],
    ['this_quarter', 'UTC', '2026-10-01T00:00:00.000Z', '2026-12-31T23:59:59.999Z'],
    ['lastQuarter', 'UTC', '2026-07-01T00:00:00.000Z', '2026-09-30T23:59:59.999Z'],
    ['thisYear', 'UTC', '2026-01-01T00:00:00.000Z', '2026-12-31T23:59:59.999Z'],
    ['lastYear', 'UTC', '2025-01-01T00:00:00.000Z', '2025-12-31T23:59:59.999Z'],
    ['last12Hours', 'UTC', '2026-11-20T02:30:00.000Z', NOW],
    ['last1Day', 'UTC', '2026-11-19T14:30:00.000Z', NOW],
    ['2w', 'UTC', '2026-11-06T14:30:00.000Z', NOW],
    ['last2Months', 'Australia/Sydney', '2026-09-20T15:30:00.000Z', NOW],
    ['P1Y2M3DT4H5M6S', 'UTC', '2025-09-17T10:24:54.000Z', NOW],
    ['2026-01-01/2026-03-31', 'Australia/Sydney', '2026-01-01T00:00:00.000Z', '2026-03-31T23:59:59.999Z'],
    ['2026-02-01/P1M', 'UTC', '2026-02-01T00:00:00.000Z', '2026-02-28T23:59:59.999Z'],
    ['2026-02-01T12:00:00Z/PT36H', 'UTC', '2026-02-01T12:00:00.000Z', '2026-02-03T00:00:00.000Z'],
    ['P1M/2026-01-31', 'UTC', '2026-01-01T00:00:00.000Z', '2026-01-31T23:59:59.999Z'],
  ])('%s in %s is from %s to %s', (text, zone, from, to) => {
    expect(ends(timeRangeOf(text, present(NOW, zone)))).toEqual([from, to]);
  });

  it('have no ends for all, and are an error for another text', () => {
    expect(timeRangeOf('all', present(NOW))).toEqual({});
    expect(() => timeRangeOf('nextWeek', present(NOW))).toThrow('Not a time range');
  });
});
