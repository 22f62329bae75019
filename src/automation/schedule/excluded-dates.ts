import { DAY_MS } from '../../core/time/moments';
import { dateText, dayOf, instantOf, wallTimeOf, type Instant, type WallTime } from './local-time';
import { occurrences } from './occurrences';
import type { Schedule } from './schedule';

/** Dates (YYYY-MM-DD in the time zone of the schedule) on which nothing runs. */
export type ExcludedDates = ReadonlySet<string>;

export const isExcluded = (day: WallTime, excluded: ExcludedDates): boolean => excluded.has(dateText(day));

/** The first scheduled time after an instant; times on excluded dates move to the same time on the next allowed date. */
export function nextDue(schedule: Schedule, after: Instant, excluded: ExcludedDates): Instant | undefined {
  if (excluded.size === 0) return first(occurrences(schedule, after + 1));
  const landingDay = (instant: Instant): WallTime => allowedFrom(dayOf(wallTimeOf(instant, schedule.timeZone)), excluded);
  for (let day = landingDay(after); ;) {
    const due = sourcesOf(day, excluded).flatMap((source) => firstOn(schedule, source, day, after) ?? []);
    if (due.length > 0) return Math.min(...due);
    const later = first(occurrences(schedule, instantOf(day + DAY_MS, schedule.timeZone)));
    if (later === undefined) return undefined;
    day = Math.max(landingDay(later), day + DAY_MS);
  }
}

function allowedFrom(day: WallTime, excluded: ExcludedDates): WallTime {
  let allowed = day;
  while (isExcluded(allowed, excluded)) allowed += DAY_MS;
  return allowed;
}

/** The days whose scheduled times take place on an allowed one: itself and the excluded days just before it. */
function sourcesOf(day: WallTime, excluded: ExcludedDates): WallTime[] {
  const sources = [day];
  for (let before = day - DAY_MS; isExcluded(before, excluded); before -= DAY_MS) sources.push(before);
  return sources;
}

/** The first scheduled time of the source day that is after an instant once it has moved to `day`. */
function firstOn(schedule: Schedule, source: WallTime, day: WallTime, after: Instant): Instant | undefined {
  const { timeZone: zone } = schedule;
  const end = instantOf(source + DAY_MS, zone, 'last');
  const passed = Math.max(wallTimeOf(after, zone) - day, 0);
  for (const occurrence of occurrences(schedule, instantOf(source + passed, zone))) {
    if (occurrence >= end) return undefined;
    const wall = wallTimeOf(occurrence, zone);
    const due = source === day ? occurrence : instantOf(wall - source + day, zone);
    if (due > after && dayOf(wall) === source) return due;
  }
  return undefined;
}

function first(instants: Iterable<Instant>): Instant | undefined {
  for (const instant of instants) return instant;
  return undefined;
}
