import fc from 'fast-check';
import { timeRangeOf } from '../../../test/support/oracle/ranges';
import { isAmbiguous } from '../../../test/support/oracle/zone';
import { timeRange } from './time-range';

const numRuns = Number(process.env['PROPERTY_RUNS'] ?? 500);
const zones = fc.constantFrom('Australia/Sydney', 'America/New_York', 'Europe/London', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'UTC');
const moments = fc.date({ min: new Date('2020-01-01T00:00:00Z'), max: new Date('2032-12-31T00:00:00Z'), noInvalidDate: true });
const count = fc.integer({ min: 1, max: 60 });
const calendar = fc.oneof(
  fc.constantFrom('today', 'yesterday', 'all'),
  fc.tuple(fc.constantFrom('this', 'last'), fc.constantFrom('Week', 'Month', 'Quarter', 'Year')).map((parts) => parts.join('')),
);
const hours = fc.oneof(
  count.map((some) => `last${some}Hours`),
  count.map((some) => `${some}h`),
  count.map((some) => `PT${some}H${some}M`),
);
const longer = fc.oneof(
  fc.tuple(count, fc.constantFrom('Days', 'Weeks', 'Months')).map(([some, unit]) => `last${some}${unit}`),
  fc.tuple(count, fc.constantFrom('d', 'w', 'm')).map(([some, unit]) => `${some}${unit}`),
  fc.tuple(count, count, count).map(([years, months, days]) => `P${years}Y${months}M${days}D`),
);
const days = moments.map((moment) => moment.toISOString().slice(0, 10));
const ends = fc.oneof(
  days,
  moments.map((moment) => moment.toISOString()),
);
const intervals = fc.oneof(
  fc.tuple(days, days).map((pair) => pair.toSorted().join('/')),
  fc
    .tuple(ends, fc.oneof(longer, hours))
    .filter(([, length]) => length.startsWith('P'))
    .map((parts) => parts.join('/')),
  fc
    .tuple(fc.oneof(longer, hours), ends)
    .filter(([length]) => length.startsWith('P'))
    .map((parts) => parts.join('/')),
);

describe('Any time range', () => {
  it('has the same ends as by the oracle', () => {
    const ranges = fc.oneof(calendar, hours, longer, intervals);
    fc.assert(
      fc.property(ranges, moments, zones, (text, now, timeZone) => {
        const range = timeRange(text, now, timeZone);
        fc.pre(!range?.from || !isAmbiguous(range.from.getTime(), timeZone));
        expect({ text, now, timeZone, range }).toEqual({ text, now, timeZone, range: timeRangeOf(text, { now, timeZone }) });
      }),
      // an hour that clocks show twice
      { numRuns, examples: [['PT1H1M', new Date('2032-10-31T01:00:00Z'), 'Europe/London']] },
    );
  });
});
