import { RequestedMoment } from './requested-moment';

describe('A moment of a request', () => {
  test.each([
    ['2026-11-20', 'Australia/Sydney', '2026-11-19T13:00:00.000Z', '2026-11-20T12:59:59.999Z'],
    ['2026-11-20', 'UTC', '2026-11-20T00:00:00.000Z', '2026-11-20T23:59:59.999Z'],
    // the clocks go forward: a day of 23 hours
    ['2026-10-04', 'Australia/Sydney', '2026-10-03T14:00:00.000Z', '2026-10-04T12:59:59.999Z'],
    ['2026-11-20T09:30:00+10:00', 'America/New_York', '2026-11-19T23:30:00.000Z', '2026-11-19T23:30:00.000Z'],
    ['2026-11-20T09:30:00', 'America/New_York', '2026-11-20T09:30:00.000Z', '2026-11-20T09:30:00.000Z'],
  ])('%s in %s is from %s to %s', (text, zone, from, to) => {
    const moment = RequestedMoment.of(text);
    expect([moment?.from(zone).toISOString(), moment?.to(zone).toISOString()]).toEqual([from, to]);
  });

  test('that means unset is none', () => expect(RequestedMoment.of('0001-01-01')).toBeNull());
});
