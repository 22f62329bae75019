import { isTimeRange, timeRange } from './time-range';

// a Friday; in Sydney (UTC+11 then) it is already the 21st, a Saturday
const NOW = new Date('2026-11-20T14:30:00.000Z');
const range = (text: string, timeZone = 'UTC') => {
  const { from, to } = timeRange(text, NOW, timeZone) ?? { from: new Date(0), to: new Date(0) };
  return [from?.toISOString().replace('.000Z', 'Z'), to?.toISOString().replace('.000Z', 'Z')];
};

describe('A time range', () => {
  it.each<[string, string, string]>([
    ['today', '2026-11-20T00:00:00Z', '2026-11-20T23:59:59.999Z'],
    ['yesterday', '2026-11-19T00:00:00Z', '2026-11-19T23:59:59.999Z'],
    ['thisWeek', '2026-11-16T00:00:00Z', '2026-11-22T23:59:59.999Z'],
    ['lastWeek', '2026-11-09T00:00:00Z', '2026-11-15T23:59:59.999Z'],
    ['thisMonth', '2026-11-01T00:00:00Z', '2026-11-30T23:59:59.999Z'],
    ['lastMonth', '2026-10-01T00:00:00Z', '2026-10-31T23:59:59.999Z'],
    ['thisQuarter', '2026-10-01T00:00:00Z', '2026-12-31T23:59:59.999Z'],
    ['lastQuarter', '2026-07-01T00:00:00Z', '2026-09-30T23:59:59.999Z'],
    ['thisYear', '2026-01-01T00:00:00Z', '2026-12-31T23:59:59.999Z'],
    ['lastYear', '2025-01-01T00:00:00Z', '2025-12-31T23:59:59.999Z'],
    ['last12Hours', '2026-11-20T02:30:00Z', '2026-11-20T14:30:00Z'],
    ['last30Days', '2026-10-21T14:30:00Z', '2026-11-20T14:30:00Z'],
    ['last1Day', '2026-11-19T14:30:00Z', '2026-11-20T14:30:00Z'],
    ['last2Weeks', '2026-11-06T14:30:00Z', '2026-11-20T14:30:00Z'],
    ['last3Months', '2026-08-20T14:30:00Z', '2026-11-20T14:30:00Z'],
    ['6h', '2026-11-20T08:30:00Z', '2026-11-20T14:30:00Z'],
    ['30d', '2026-10-21T14:30:00Z', '2026-11-20T14:30:00Z'],
    ['1w', '2026-11-13T14:30:00Z', '2026-11-20T14:30:00Z'],
    ['9m', '2026-02-20T14:30:00Z', '2026-11-20T14:30:00Z'],
    ['P30D', '2026-10-21T14:30:00Z', '2026-11-20T14:30:00Z'],
    ['P1Y2M3DT4H5M6S', '2025-09-17T10:24:54Z', '2026-11-20T14:30:00Z'],
    ['pt90m', '2026-11-20T13:00:00Z', '2026-11-20T14:30:00Z'],
    ['2026-01-01/2026-03-31', '2026-01-01T00:00:00Z', '2026-03-31T23:59:59.999Z'],
    ['2026-01-01 / 2026-01-01', '2026-01-01T00:00:00Z', '2026-01-01T23:59:59.999Z'],
    ['2026-01-01T09:00:00Z/2026-01-01T10:00:00+01:00', '2026-01-01T09:00:00Z', '2026-01-01T09:00:00Z'],
    ['2026-02-01/P1M', '2026-02-01T00:00:00Z', '2026-02-28T23:59:59.999Z'],
    ['2026-02-01T12:00:00Z/PT36H', '2026-02-01T12:00:00Z', '2026-02-03T00:00:00Z'],
    ['P1M/2026-01-31', '2026-01-01T00:00:00Z', '2026-01-31T23:59:59.999Z'],
    ['P1D/2026-01-31T12:00:00Z', '2026-01-30T12:00:00Z', '2026-01-31T12:00:00Z'],
  ])('%s is from %s to %s', (text, from, to) => expect(range(text)).toEqual([from, to]));

  it.each<[string, string, string]>([
    ['today', '2026-11-20T13:00:00Z', '2026-11-21T12:59:59.999Z'],
    ['thisWeek', '2026-11-15T13:00:00Z', '2026-11-22T12:59:59.999Z'],
    ['lastMonth', '2026-09-30T14:00:00Z', '2026-10-31T12:59:59.999Z'],
    ['last2Months', '2026-09-20T15:30:00Z', '2026-11-20T14:30:00Z'],
    ['2026-01-01/2026-01-01', '2026-01-01T00:00:00Z', '2026-01-01T23:59:59.999Z'],
  ])('%s in Sydney is from %s to %s', (text, from, to) => expect(range(text, 'Australia/Sydney')).toEqual([from, to]));

  it.each(['THIS WEEK', 'this_week', 'this-week', ' thisweek '])('accepts the spelling %j', (text) =>
    expect(range(text)).toEqual(range('thisWeek')),
  );
  it('without ends is unlimited', () => expect(timeRange('All', NOW, 'UTC')).toEqual({}));

  it.each([
    '',
    'week',
    'nextWeek',
    'lastDay',
    'last0Days',
    '0d',
    'last5Years',
    '5y',
    '1.5d',
    'last99999Days',
    'P',
    'PT',
    'P1',
    'P-1D',
    'P1H',
    'P5000Y',
    '2026-01-01',
    '2026-02-30/2026-03-01',
    '2026-03-01/2026-02-01',
    '2026-01-01/',
    '/',
    'P1M/P1M',
    '2026-01-01/2026-01-02/2026-01-03',
    '9999-12-31/P2D',
    'all time',
    'this',
    'all/all',
  ])('rejects %j', (text) => {
    expect(timeRange(text, NOW, 'UTC')).toBeUndefined();
    expect(isTimeRange(text)).toBe(false);
  });
});
