import { onTheDay, parseOffset } from './parse-offset';
import { parseSchedule } from './parse-schedule';

const daily = { kind: 'daily', at: '09:00' };

describe('A schedule', () => {
  it.each<[string, unknown]>([
    ['the minimum', { schedule: daily }],
    [
      'everything',
      {
        timeZone: 'Europe/London',
        schedule: daily,
        startAt: '2026-01-01',
        endAt: '2026-12-31T17:00',
        windows: [{ days: ['monday'], from: '22:00', to: '06:00' }],
        missedRun: 'skip',
      },
    ],
    ['cron by its nickname', { schedule: { kind: 'cron', expression: '@daily' } }],
    ['cron with spaces around it', { schedule: { kind: 'cron', expression: ' 0 9 * * 1-5 ' } }],
    ['one moment long', { schedule: daily, startAt: '2026-01-01T09:00', endAt: '2026-01-01T09:00' }],
    ['one day long', { schedule: daily, startAt: '2026-01-01', endAt: '2026-01-01' }],
  ])('is accepted: %s', (_, json) => {
    expect(parseSchedule(json, 'Australia/Sydney').errors).toBeUndefined();
  });

  it('has a time zone, no windows and one catch-up run by default', () => {
    expect(parseSchedule({ schedule: daily }, 'Australia/Sydney').value).toMatchObject({
      timeZone: 'Australia/Sydney',
      windows: [],
      missedRun: 'runOnce',
    });
  });

  it.each<[string, unknown, string, RegExp]>([
    ['not an object', 'daily', '', /must be an object/],
    ['no schedule', { timeZone: 'UTC' }, '/schedule', /is required/],
    ['an unknown key', { schedule: daily, timezone: 'UTC' }, '/timezone', /is unknown; allowed: timeZone, schedule/],
    [
      'a key named like a prototype member',
      JSON.parse('{"schedule":{"kind":"daily","at":"09:00"},"__proto__":{}}'),
      '/__proto__',
      /is unknown/,
    ],
    ['no kind', { schedule: { at: '09:00' } }, '/schedule/kind', /must be one of "once", "every", "daily", "weekly", "monthly", "cron"/],
    ['an unknown kind', { schedule: { kind: 'yearly' } }, '/schedule/kind', /must be one of "once"/],
    ['a kind of another type', { schedule: { kind: 7 } }, '/schedule/kind', /must be one of "once"/],
    ['a key of another kind', { schedule: { ...daily, days: ['monday'] } }, '/schedule/days', /is unknown; allowed: kind, at/],
    ['no time', { schedule: { kind: 'daily' } }, '/schedule/at', /is required/],
    ['25:00', { schedule: { kind: 'daily', at: '25:00' } }, '/schedule/at', /must be a local time from 00:00 to 23:59/],
    ['an unknown day', { schedule: { kind: 'weekly', days: ['Mon'], at: '09:00' } }, '/schedule/days/0', /must be one of "monday"/],
    ['no day', { schedule: { kind: 'weekly', days: [], at: '09:00' } }, '/schedule/days', /at least 1 item/],
    ['a day twice', { schedule: { kind: 'weekly', days: ['monday', 'monday'], at: '09:00' } }, '/schedule/days', /duplicates/],
    ['the 32nd', { schedule: { kind: 'monthly', day: 32, at: '09:00' } }, '/schedule/day', /at most 31/],
    ['neither day nor weekday', { schedule: { kind: 'monthly', at: '09:00' } }, '/schedule', /either day, or weekday and which/],
    [
      'both',
      { schedule: { kind: 'monthly', day: 1, weekday: 'monday', which: 'last', at: '09:00' } },
      '/schedule',
      /either day, or weekday and which/,
    ],
    [
      'a weekday alone',
      { schedule: { kind: 'monthly', weekday: 'monday', at: '09:00' } },
      '/schedule/which',
      /is required when weekday is given/,
    ],
    ['every 0 minutes', { schedule: { kind: 'every', amount: 0, unit: 'minute' } }, '/schedule/amount', /at least 1/],
    ['every 1.5 hours', { schedule: { kind: 'every', amount: 1.5, unit: 'hour' } }, '/schedule/amount', /whole number/],
    ['a cron expression with six parts', { schedule: { kind: 'cron', expression: '* * * * * *' } }, '/schedule/expression', /five fields/],
    [
      'a minute 61',
      { schedule: { kind: 'cron', expression: '61 * * * *' } },
      '/schedule/expression',
      /, such as "0 9 \* \* 1-5": Invalid value for minute/,
    ],
    ['an unknown time zone', { timeZone: 'Sydney', schedule: daily }, '/timeZone', /IANA/],
    ['an offset as a time zone', { timeZone: '+10:00', schedule: daily }, '/timeZone', /IANA/],
    ['30 February', { schedule: { kind: 'once', at: '2026-02-30' } }, '/schedule/at', /must be a date or date-time/],
    ['a start that is not a date', { schedule: daily, startAt: 'soon' }, '/startAt', /must be a date or date-time/],
    ['an end that is not a date', { schedule: daily, endAt: 'later' }, '/endAt', /must be a date or date-time/],
    ['an end before the start', { schedule: daily, startAt: '2026-02-02', endAt: '2026-02-01' }, '/endAt', /must not be before startAt/],
    ['an empty window', { schedule: daily, windows: [{ from: '09:00', to: '09:00' }] }, '/windows/0/to', /must differ/],
    ['an unknown policy for missed runs', { schedule: daily, missedRun: 'never' }, '/missedRun', /must be one of "runOnce", "skip"/],
  ])('is rejected: %s', (_, json, pointer, detail) => {
    const { errors } = parseSchedule(json, 'UTC');
    expect(errors).toEqual([{ pointer, detail: expect.stringMatching(detail) as string }]);
  });

  it('is rejected with all errors at once', () => {
    const { errors } = parseSchedule({ schedule: { kind: 'daily', at: '9' }, missedRun: 1, extra: true }, 'UTC');
    expect(errors?.map(({ pointer }) => pointer).sort()).toEqual(['/extra', '/missedRun', '/schedule/at']);
  });
});

describe('An offset from a date', () => {
  it('is accepted, with a default time zone', () => {
    expect(parseOffset({ offset: { amount: -3, unit: 'day' }, at: '09:00' }, 'UTC').value).toEqual({
      offset: { amount: -3, unit: 'day' },
      at: '09:00',
      timeZone: 'UTC',
    });
  });

  it('is accepted in hours, without a time of day', () => {
    expect(parseOffset({ offset: { amount: 2, unit: 'hour' }, timeZone: 'Europe/London' }, 'UTC').value).toEqual({
      offset: { amount: 2, unit: 'hour' },
      timeZone: 'Europe/London',
    });
  });

  it('is none by default', () => {
    expect(onTheDay('UTC')).toEqual({ timeZone: 'UTC', offset: { amount: 0, unit: 'day' } });
  });

  it.each<[string, unknown, string, RegExp]>([
    ['a recurring schedule', { schedule: daily }, '/offset', /is required/],
    ['no unit', { offset: { amount: 3 } }, '/offset/unit', /is required/],
    ['too far', { offset: { amount: 4000, unit: 'day' } }, '/offset/amount', /at most 3650/],
    ['a time of day with hours', { offset: { amount: 3, unit: 'hour' }, at: '09:00' }, '/at', /not hours/],
    ['an unknown time zone', { offset: { amount: 3, unit: 'day' }, timeZone: 'Mars/Base' }, '/timeZone', /IANA/],
  ])('is rejected: %s', (_, json, pointer, detail) => {
    expect(parseOffset(json, 'UTC').errors).toContainEqual({ pointer, detail: expect.stringMatching(detail) as string });
  });
});
