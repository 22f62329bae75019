const MOMENT = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/** More than any system writes, fractions of a second included. */
const MAX_LENGTH = 64;

/** What some clients send for "no date". */
const UNSET = /^0001-01-01(T00:00(:00(\.0+)?)?Z?)?$/i;

export const MOMENT_FORM = 'an ISO 8601 date or date-time of the years 1000 to 9999, such as 2026-03-31 or 2026-03-31T09:30:00Z';

/**
 * Parses a date or date-time: with Z or an offset, UTC by default; a bare date is 00:00Z; fractions are truncated to
 * milliseconds.
 * @returns the instant, null for the date that means unset, undefined for anything else, including 30 February
 */
export function parseMoment(text: string): Date | null | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  if (UNSET.test(text)) return null;
  const part = MOMENT.exec(text);
  const utc = part && utcOf(part);
  const offset = minutesOf(part?.[8] ?? 'Z');
  if (!utc || offset === undefined) return undefined;
  const instant = new Date(utc.getTime() - offset * 60_000);
  return inRange(instant) ? instant : undefined;
}

/** The parts read as UTC; undefined for a day or a time that does not exist. */
function utcOf([, year, month, day, hour = '00', minute = '00', second = '00', fraction = '']: readonly string[]): Date | undefined {
  const written = `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
  const utc = new Date(written);
  return !Number.isNaN(utc.getTime()) && utc.toISOString() === written ? utc : undefined;
}

/** The day as written, whatever the time and offset behind it, at 00:00Z. */
export function parseDay(text: string): Date | null | undefined {
  const moment = parseMoment(text);
  return moment ? new Date(`${text.slice(0, 10)}T00:00:00.000Z`) : moment;
}

/** Is the text a date without a time? As the end of a range it includes all of that day. */
export const isBareDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

export const DAY_MS = 86_400_000;

function minutesOf(zone: string): number | undefined {
  if (zone.toUpperCase() === 'Z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', '') || 0);
  if (hours > 23 || minutes > 59) return undefined;
  return (hours * 60 + minutes) * (zone.startsWith('-') ? -1 : 1);
}

/** Is the year one that every database can store? */
export const inRange = (instant: Date): boolean => instant.getUTCFullYear() >= 1000 && instant.getUTCFullYear() <= 9999;

/** What a caller's clock may be ahead. */
const CLOCKS_DIFFER_MS = 5 * 60_000;

/** Has what took place at this moment not taken place yet? */
export const isInFuture = (moment: Date, now: Date): boolean => moment.getTime() > now.getTime() + CLOCKS_DIFFER_MS;
