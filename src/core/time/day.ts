import { DateTime } from 'luxon';
import { instantOf } from './local-time';
import { DAY_MS } from './moments';

/** The calendar day of a moment in a time zone, as 00:00Z of that day, which is how days are stored. */
export const dayIn = (moment: Date, zone: string): Date => new Date(`${DateTime.fromJSDate(moment, { zone }).toISODate()}T00:00:00.000Z`);

/** The first and the last moment that databases store. */
const FIRST = Date.parse('1000-01-01T00:00:00.000Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');
const within = (instant: number): Date => new Date(Math.min(Math.max(instant, FIRST), LAST));

/** The first and the last millisecond of a day (YYYY-MM-DD) in a time zone. */
export function spanOfDay(day: string, zone: string): { from: Date; to: Date } {
  const midnight = Date.parse(`${day}T00:00:00.000Z`);
  return { from: within(instantOf(midnight, zone)), to: within(instantOf(midnight + DAY_MS, zone) - 1) };
}
