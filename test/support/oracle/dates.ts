import { addMonths, DAY, HOUR, instantOf, MINUTE, startOfDay, wallTimeOf } from './zone';

/** The first and the last millisecond of a date in a rule. */
export interface TimeSpan {
  readonly from: Date;
  readonly to: Date;
}

export interface Present {
  readonly now: Date;
  readonly timeZone: string;
}

const instant = (time: number): TimeSpan => ({ from: new Date(time), to: new Date(time) });

/** The day of a wall time in a zone. */
function dayOf(wallTime: number, zone: string): TimeSpan {
  const day = startOfDay(wallTime);
  return { from: new Date(instantOf(day, zone)), to: new Date(instantOf(day + DAY, zone) - 1) };
}

/**
 * `{"relative": {amount, unit}}`: an instant for minutes and hours, otherwise a day of the zone, or its date where the
 * field stores days.
 */
export function relativeDate(
  { amount, unit }: { amount: number; unit: string },
  storesDays: boolean,
  { now, timeZone }: Present,
): TimeSpan {
  if (unit === 'minute') return instant(now.getTime() + amount * MINUTE);
  if (unit === 'hour') return instant(now.getTime() + amount * HOUR);
  const day = addUnits(wallTimeOf(now.getTime(), timeZone), amount, unit);
  return dayOf(day, storesDays ? 'UTC' : timeZone);
}

function addUnits(wallTime: number, amount: number, unit: string): number {
  if (unit === 'day') return wallTime + amount * DAY;
  if (unit === 'week') return wallTime + amount * 7 * DAY;
  if (unit === 'month') return addMonths(wallTime, amount);
  if (unit === 'year') return addMonths(wallTime, amount * 12);
  throw new Error(`Unknown unit: ${unit}`);
}

/**
 * A date with a time is that instant, in UTC when it has no offset; a bare date is a day of the given zone. Where the field stores days,
 * it is the date as written.
 */
export function absoluteDate(text: string, storesDays: boolean, zoneOfBareDates: string): TimeSpan {
  const [day = '', time] = text.split('T');
  const start = Date.parse(`${day}T00:00:00.000Z`);
  if (Number.isNaN(start)) throw new Error(`Not a date: ${text}`);
  if (storesDays) return dayOf(start, 'UTC');
  if (time === undefined) return dayOf(start, zoneOfBareDates);
  return instant(Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(time) ? text : `${text}Z`));
}

/** Is the anniversary of a day, or of that of an instant in the zone, so many days from today? 29 February is the 28th in other years. */
export function hasAnniversary(date: Date, inDays: number, storesDays: boolean, { now, timeZone }: Present): boolean {
  const day = new Date(storesDays ? date.getTime() : startOfDay(wallTimeOf(date.getTime(), timeZone)));
  const then = new Date(startOfDay(wallTimeOf(now.getTime(), timeZone)) + inDays * DAY);
  const year = then.getUTCFullYear();
  const sameDay = new Date(Date.UTC(year, day.getUTCMonth(), day.getUTCDate()));
  const anniversary = sameDay.getUTCMonth() === day.getUTCMonth() ? sameDay : new Date(Date.UTC(year, day.getUTCMonth() + 1, 0));
  return anniversary.getTime() === then.getTime();
}
