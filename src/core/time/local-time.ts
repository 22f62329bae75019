import { IANAZone } from 'luxon';
import { DAY_MS } from './moments';

/**
 * A local date and time in a zone, as the milliseconds it would be in UTC. An instant has exactly one wall time; a wall time
 * stands for two instants where clocks go back, for none where they go forward.
 */
export type WallTime = number;
/** Milliseconds since 1970 in UTC. */
export type Instant = number;

export const isZone = (name: string): boolean => /^[A-Za-z][\w+-]*(\/[\w+-]+)*$/.test(name) && IANAZone.isValidZone(name);

const offset = (instant: Instant, zone: string): number => IANAZone.create(zone).offset(instant) * 60_000;

export const wallTimeOf = (instant: Instant, zone: string): WallTime => instant + offset(instant, zone);

/**
 * The instant of a wall time in a zone. If it occurs twice: the first one, or the last if requested; if clocks skip it: the
 * instant at which they go forward.
 */
export function instantOf(wall: WallTime, zone: string, which: 'first' | 'last' = 'first'): Instant {
  const earlier = wall - offset(wall - DAY_MS, zone);
  const later = wall - offset(wall + DAY_MS, zone);
  const shown = (which === 'first' ? [earlier, later] : [later, earlier]).find((instant) => wallTimeOf(instant, zone) === wall);
  return shown ?? jumpBetween(later, earlier, zone);
}

/** The first instant in (low, high] with another offset than `low`. */
function jumpBetween(low: Instant, high: Instant, zone: string): Instant {
  const old = offset(low, zone);
  let [before, after] = [low, high];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offset(middle, zone) === old) before = middle;
    else after = middle;
  }
  return after;
}

/** 00:00 of the day of a wall time. */
export const dayOf = (wall: WallTime): WallTime => Math.floor(wall / DAY_MS) * DAY_MS;
/** YYYY-MM-DD */
export const dateText = (wall: WallTime): string => new Date(wall).toISOString().slice(0, 10);

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];
/** 1 January 1970 was a Thursday. */
export const weekdayOf = (wall: WallTime): Weekday => WEEKDAYS[(((Math.floor(wall / DAY_MS) + 3) % 7) + 7) % 7] ?? 'monday';

/** The milliseconds after midnight of "09:30". */
export const timeOfDay = (text: string): number => (Number(text.slice(0, 2)) * 60 + Number(text.slice(3))) * 60_000;
