import { spanOfDay } from './day';

describe('A day in a time zone', () => {
  it.each([
    ['2026-11-20', 'UTC', '2026-11-20T00:00:00.000Z', '2026-11-20T23:59:59.999Z'],
    ['2026-11-20', 'Australia/Sydney', '2026-11-19T13:00:00.000Z', '2026-11-20T12:59:59.999Z'],
    // 23 and 25 hours
    ['2026-10-04', 'Australia/Sydney', '2026-10-03T14:00:00.000Z', '2026-10-04T12:59:59.999Z'],
    ['2026-04-05', 'Australia/Sydney', '2026-04-04T13:00:00.000Z', '2026-04-05T13:59:59.999Z'],
    // clocks go forward at midnight
    ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z', '2026-09-07T02:59:59.999Z'],
    // what databases cannot store is left out
    ['1000-01-01', 'Asia/Tokyo', '1000-01-01T00:00:00.000Z', '1000-01-01T14:41:00.999Z'],
    ['9999-12-31', 'America/New_York', '9999-12-31T05:00:00.000Z', '9999-12-31T23:59:59.999Z'],
  ])('%s in %s begins and ends with its local clock', (day, zone, from, to) => {
    expect(spanOfDay(day, zone)).toEqual({ from: new Date(from), to: new Date(to) });
  });
});
