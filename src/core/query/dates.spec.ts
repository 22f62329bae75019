import { anniversaries, daySpan, joinedSpans, relativeSpan, absoluteSpan } from './dates';
import { vacancies } from './support/fixture';
import type { TimeUnit } from './tree';

const instants = vacancies.field('createdDate');
const days = vacancies.field('startDate');
const written = (from: string, to = from) => ({ from: new Date(from), to: new Date(to) });
const present = (now: string, timeZone = 'UTC') => ({ now: new Date(now), timeZone });

describe('An absolute date', () => {
  it.each<[string, string, ReturnType<typeof written>]>([
    ['with a time is that instant', '2026-03-31T10:00:00+10:00', written('2026-03-31T00:00:00.000Z')],
  ])('%s', (_, text, span) => {
    expect(absoluteSpan(text, instants)).toEqual(span);
  });

  it('without a time is the whole day in the time zone of the query', () => {
    const date = absoluteSpan('2026-03-31', instants);
    expect(date).toEqual({ day: '2026-03-31' });
    const sydney = present('2026-01-01T00:00:00Z', 'Australia/Sydney');
    expect(daySpan({ day: '2026-03-31' }, sydney)).toEqual(written('2026-03-30T13:00:00.000Z', '2026-03-31T12:59:59.999Z'));
  });

  it('is the day as written where the field stores days', () => {
    expect(absoluteSpan('2026-03-31T23:00:00-05:00', days)).toEqual(written('2026-03-31T00:00:00.000Z', '2026-03-31T23:59:59.999Z'));
  });

  it('is distinct from the date that means unset and from an invalid date', () => {
    expect([absoluteSpan('0001-01-01', instants), absoluteSpan('soon', instants)]).toEqual([null, undefined]);
  });
});

describe('A relative date', () => {
  it.each<[string, number, TimeUnit, string, string, string, string]>([
    [
      'in minutes is an instant',
      -90,
      'minute',
      'Australia/Sydney',
      '2026-03-01T13:30:15.250Z',
      '2026-03-01T12:00:15.250Z',
      '2026-03-01T12:00:15.250Z',
    ],
    [
      'in hours is an instant, across a change of clocks too',
      24,
      'hour',
      'Europe/London',
      '2026-03-28T12:00:00.000Z',
      '2026-03-29T12:00:00.000Z',
      '2026-03-29T12:00:00.000Z',
    ],
    [
      'of 0 days is today in the time zone',
      0,
      'day',
      'Australia/Sydney',
      '2026-03-01T13:30:00.000Z',
      '2026-03-01T13:00:00.000Z',
      '2026-03-02T12:59:59.999Z',
    ],
    [
      'in days has 23 hours when the clocks go forward',
      1,
      'day',
      'Europe/London',
      '2026-03-28T12:00:00.000Z',
      '2026-03-29T00:00:00.000Z',
      '2026-03-29T22:59:59.999Z',
    ],
    [
      'in weeks keeps the day of the week',
      -1,
      'week',
      'UTC',
      '2026-03-04T08:00:00.000Z',
      '2026-02-25T00:00:00.000Z',
      '2026-02-25T23:59:59.999Z',
    ],
    [
      'in months stays within the month',
      1,
      'month',
      'UTC',
      '2026-01-31T08:00:00.000Z',
      '2026-02-28T00:00:00.000Z',
      '2026-02-28T23:59:59.999Z',
    ],
    [
      'in years stays within the month',
      -1,
      'year',
      'UTC',
      '2024-02-29T08:00:00.000Z',
      '2023-02-28T00:00:00.000Z',
      '2023-02-28T23:59:59.999Z',
    ],
  ])('%s', (_, amount, unit, timeZone, now, from, to) => {
    expect(relativeSpan({ amount, unit }, instants, present(now, timeZone))).toEqual(written(from, to));
  });

  it.each([
    ['Australia/Sydney', '2026-03-02'],
    ['America/New_York', '2026-03-01'],
  ])('is the day of the zone %s where the field stores days', (timeZone, day) => {
    const today = relativeSpan({ amount: 0, unit: 'day' }, days, present('2026-03-01T13:30:00.000Z', timeZone));
    expect(today).toEqual(written(`${day}T00:00:00.000Z`, `${day}T23:59:59.999Z`));
  });
});

describe('An anniversary', () => {
  it.each<[string, string, number, string[]]>([
    ['falls on the same day', '2026-07-14T10:00:00Z', 0, ['07-14']],
    ['is counted from today', '2026-12-31T10:00:00Z', 1, ['01-01']],
    ['of 29 February falls on the 28th', '2026-02-28T10:00:00Z', 0, ['02-28', '02-29']],
    ['of 29 February falls on the 29th in leap years', '2028-02-29T10:00:00Z', 0, ['02-29']],
    ['of 28 February stays on the 28th in leap years', '2028-02-28T10:00:00Z', 0, ['02-28']],
  ])('%s', (_, now, offset, found) => {
    expect(anniversaries(offset, present(now))).toEqual(found);
  });

  it('is that of the day in the time zone', () => {
    expect(anniversaries(0, present('2026-03-01T13:30:00Z', 'Australia/Sydney'))).toEqual(['03-02']);
  });
});

describe('A list of days', () => {
  const span = (first: string, last = first) => written(`${first}T00:00:00.000Z`, `${last}T23:59:59.999Z`);

  it.each<[string, ReturnType<typeof span>[], ReturnType<typeof span>[]]>([
    [
      'is one span where they adjoin, in any order',
      ['03-02', '02-28', '03-01'].map((day) => span(`2026-${day}`)),
      [span('2026-02-28', '2026-03-02')],
    ],
    ['is one span where they overlap', [span('2026-03-01', '2026-03-09'), span('2026-03-04')], [span('2026-03-01', '2026-03-09')]],
    ['has a span for each where days lie between', [span('2026-03-03'), span('2026-03-01')], [span('2026-03-01'), span('2026-03-03')]],
  ])('%s', (_, spans, joined) => {
    expect(joinedSpans(spans)).toEqual(joined);
  });
});
