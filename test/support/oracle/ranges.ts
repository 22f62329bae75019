import { absoluteDate, type Present } from './dates';
import { addMonths, DAY, HOUR, instantOf, MINUTE, SECOND, startOfDay, wallTimeOf } from './zone';

/** A range of time, both ends inclusive; a missing end is open. */
export interface TimeRange {
  readonly from?: Date;
  readonly to?: Date;
}

/** Months and days by the calendar, and an exact time. */
interface Duration {
  readonly months: number;
  readonly days: number;
  readonly milliseconds: number;
}

/** The time range of a search criterion. @throws for a text that is not a time range */
export function timeRangeOf(text: string, { now, timeZone }: Present): TimeRange {
  if (text.includes('/')) return interval(text.replaceAll(' ', ''));
  const word = text.toLowerCase().replace(/[\s_-]/g, '');
  if (word === 'all') return {};
  const calendar = calendarPeriod(word, startOfDay(wallTimeOf(now.getTime(), timeZone)));
  if (calendar) {
    const [from, end] = calendar.map((each) => instantOf(each, timeZone)) as [number, number];
    return { from: new Date(from), to: new Date(end - 1) };
  }
  const duration = rolling(word) ?? isoDuration(text);
  if (!duration) throw new Error(`Not a time range: ${text}`);
  return { from: new Date(subtract(now.getTime(), duration, timeZone)), to: now };
}

/** The start of the first day, and of the day after the last. */
function calendarPeriod(word: string, today: number): [number, number] | undefined {
  const date = new Date(today);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const monday = today - ((date.getUTCDay() + 6) % 7) * DAY;
  const quarter = month - (month % 3);
  const months = (first: number, count: number): [number, number] => [Date.UTC(year, first), Date.UTC(year, first + count)];
  switch (word) {
    case 'today':
      return [today, today + DAY];
    case 'yesterday':
      return [today - DAY, today];
    case 'thisweek':
      return [monday, monday + 7 * DAY];
    case 'lastweek':
      return [monday - 7 * DAY, monday];
    case 'thismonth':
      return months(month, 1);
    case 'lastmonth':
      return months(month - 1, 1);
    case 'thisquarter':
      return months(quarter, 3);
    case 'lastquarter':
      return months(quarter - 3, 3);
    case 'thisyear':
      return months(0, 12);
    case 'lastyear':
      return months(-12, 12);
    default:
      return undefined;
  }
}

function rolling(word: string): Duration | undefined {
  const [, digits = '', unit = ''] = /^(?:last)?(\d+)(hours?|days?|weeks?|months?|[hdwm])$/.exec(word) ?? [];
  const none = { months: 0, days: 0, milliseconds: 0 };
  const count = Number(digits);
  if (count === 0) return undefined;
  if (unit.startsWith('h')) return { ...none, milliseconds: count * HOUR };
  if (unit.startsWith('d')) return { ...none, days: count };
  if (unit.startsWith('w')) return { ...none, days: count * 7 };
  return { ...none, months: count };
}

/** An ISO 8601 duration, designator by designator. */
function isoDuration(text: string): Duration | undefined {
  const [date, time = ''] = text.toUpperCase().split('T');
  if (!date?.startsWith('P')) return undefined;
  const amount = (part: string, designator: string): number => Number(new RegExp(`(\\d+)${designator}`).exec(part)?.[1] ?? 0);
  return {
    months: amount(date, 'Y') * 12 + amount(date, 'M'),
    days: amount(date, 'W') * 7 + amount(date, 'D'),
    milliseconds: amount(time, 'H') * HOUR + amount(time, 'M') * MINUTE + amount(time, 'S') * SECOND,
  };
}

/** Hours do not depend on what clocks show, which may be the same twice. */
const add = (instant: number, { months, days, milliseconds }: Duration, zone: string): number =>
  (months === 0 && days === 0 ? instant : instantOf(addMonths(wallTimeOf(instant, zone), months) + days * DAY, zone)) + milliseconds;
const subtract = (instant: number, { months, days, milliseconds }: Duration, zone: string): number =>
  add(instant, { months: -months, days: -days, milliseconds: -milliseconds }, zone);

/** In UTC unless there is an offset; a bare date is a whole day. */
function interval(text: string): TimeRange {
  const [first = '', second = ''] = text.split('/');
  const isBare = (part: string): boolean => !part.includes('T');
  const start = (part: string): number => absoluteDate(part, false, 'UTC').from.getTime();
  const end = (part: string): number => start(part) + (isBare(part) ? DAY : 0);
  const to = (time: number, part: string): Date => new Date(time - (isBare(part) ? 1 : 0));
  const [after, before] = [isoDuration(second), isoDuration(first)];
  if (before) return { from: new Date(subtract(end(second), before, 'UTC')), to: to(end(second), second) };
  const from = start(first);
  return after ? { from: new Date(from), to: to(add(from, after, 'UTC'), first) } : { from: new Date(from), to: to(end(second), second) };
}
