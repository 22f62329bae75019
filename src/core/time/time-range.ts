import { DateTime, Duration, type DateTimeUnit } from 'luxon';
import { isBareDate, parseMoment } from './moments';

/** A range of time, both ends inclusive; a missing end is open. */
export interface TimeRange {
  readonly from?: Date;
  readonly to?: Date;
}

/** What a time range can be, for messages and documentation. */
export const TIME_RANGE_FORM =
  'today, yesterday, this or last with Week, Month, Quarter or Year (thisWeek), last{n}Hours, Days, Weeks or Months (last30Days), ' +
  '{n}h, d, w or m (30d), an ISO 8601 interval (2026-01-01/2026-03-31, 2026-01-01/P1M, P1M/2026-01-31) or duration (P30D), or all';

const ROLLING_UNITS = { h: 'hours', d: 'days', w: 'weeks', m: 'months' } as const;

/**
 * Parses a time range relative to a moment: calendar ranges by the days of the time zone, weeks start on Monday; rolling
 * ranges and durations end at the moment; intervals are UTC unless they have an offset. Case, spaces, `-` and `_` in words
 * are ignored.
 * @returns undefined for a text that is not a time range
 */
export function timeRange(text: string, now: Date, timeZone: string): TimeRange | undefined {
  const iso = text.replaceAll(' ', '').toUpperCase();
  const word = iso.replace(/[-_]/g, '').toLowerCase();
  if (word === 'all') return {};
  const here = DateTime.fromJSDate(now, { zone: timeZone });
  const found = iso.includes('/') ? interval(iso) : (calendar(word, here) ?? rolling(word, here) ?? lastPeriod(iso, here));
  return found && isStorable(found.from) && isStorable(found.to) ? found : undefined;
}

export const isTimeRange = (text: string): boolean => timeRange(text, new Date(Date.UTC(2000, 0, 1)), 'UTC') !== undefined;

function calendar(word: string, here: DateTime): TimeRange | undefined {
  if (word === 'today') return calendarPeriod(here, 'day');
  if (word === 'yesterday') return calendarPeriod(here.minus({ days: 1 }), 'day');
  const [, which, unit] = /^(this|last)(week|month|quarter|year)$/.exec(word) ?? [];
  return unit === undefined ? undefined : calendarPeriod(which === 'last' ? here.minus({ [unit]: 1 }) : here, unit as DateTimeUnit);
}

const calendarPeriod = (day: DateTime, unit: DateTimeUnit): TimeRange => ({
  from: day.startOf(unit).toJSDate(),
  to: day.endOf(unit).toJSDate(),
});

function rolling(word: string, here: DateTime): TimeRange | undefined {
  const [, inWords, unit, brief, letter] = /^(?:last(\d{1,4})(hour|day|week|month)s?|(\d{1,4})([hdwm]))$/.exec(word) ?? [];
  const count = Number(inWords ?? brief ?? 0);
  return count === 0
    ? undefined
    : upTo(here, Duration.fromObject({ [unit ?? ROLLING_UNITS[letter as keyof typeof ROLLING_UNITS]]: count }));
}

function lastPeriod(iso: string, here: DateTime): TimeRange | undefined {
  const period = duration(iso);
  return period && upTo(here, period);
}

const upTo = (end: DateTime, period: Duration): TimeRange => ({ from: end.minus(period).toJSDate(), to: end.toJSDate() });

/** Two dates, or a date and a duration from or until it. A bare date is all of that day. */
function interval(iso: string): TimeRange | undefined {
  const [first = '', second = '', ...more] = iso.split('/');
  if (more.length > 0) return undefined;
  const [from, before] = [beginning(first), ending(second)];
  const [length, back] = [duration(second), duration(first)];
  if (from && before) return from <= before ? { from: from.toJSDate(), to: included(before, second) } : undefined;
  if (from && length) return { from: from.toJSDate(), to: included(from.plus(length), first) };
  return back && before ? { from: before.minus(back).toJSDate(), to: included(before, second) } : undefined;
}

const beginning = (text: string): DateTime | undefined => {
  const moment = parseMoment(text);
  return moment ? DateTime.fromJSDate(moment, { zone: 'UTC' }) : undefined;
};

/** The exclusive end: for a bare date, the beginning of the next day. */
const ending = (text: string): DateTime | undefined => (isBareDate(text) ? beginning(text)?.plus({ days: 1 }) : beginning(text));
const included = (end: DateTime, text: string): Date => (isBareDate(text) ? end.minus({ milliseconds: 1 }) : end).toJSDate();

const DURATION = /^P(?=.)(\d{1,6}Y)?(\d{1,6}M)?(\d{1,6}W)?(\d{1,6}D)?(T(?=.)(\d{1,6}H)?(\d{1,6}M)?(\d{1,6}S)?)?$/;
const duration = (iso: string): Duration | undefined => (DURATION.test(iso) ? Duration.fromISO(iso) : undefined);

/** Databases store the years 1000 to 9999. */
const isStorable = (moment?: Date): boolean => moment === undefined || (moment.getUTCFullYear() >= 1000 && moment.getUTCFullYear() <= 9999);
