import { DAY_MS } from '../../core/time/moments';
import { dayOf, instantOf, wallTimeOf, type Instant, type WallTime } from '../../core/time/local-time';
import { isExcluded, type ExcludedDates } from '../../core/time/opening-hours';
import { occurrences } from './occurrences';
import type { Schedule } from './schedule';

/** The first scheduled time after an instant; times on excluded dates move to the same time on the next allowed date. */
export function nextDue(schedule: Schedule, after: Instant, excluded: ExcludedDates): Instant | undefined {
  if (excluded.size === 0) return first(occurrences(schedule, after + 1));
  const landingDay = (instant: Instant): WallTime => allowedFrom(dayOf(wallTimeOf(instant, schedule.timeZone)), excluded);
  for (let day = landingDay(after); ;) {
    const due = earliestOn(schedule, day, after, excluded);
    if (due !== undefined) return due;
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

/**
 * The first scheduled time of all days that take place on an allowed one. A schedule has the same times of day on each day that it has any;
 * only where clocks go forward some are later, so the first other day decides.
 */
function earliestOn(schedule: Schedule, day: WallTime, after: Instant, excluded: ExcludedDates): Instant | undefined {
  let earliest: Instant | undefined;
  for (const source of sourcesOf(day, excluded)) {
    const due = firstOn(schedule, source, day, after);
    if (due === undefined) continue;
    earliest = Math.min(earliest ?? due, due);
    if (hasDayOfUsualLength(source, schedule.timeZone)) return earliest;
  }
  return earliest;
}

const hasDayOfUsualLength = (day: WallTime, zone: string): boolean => instantOf(day + DAY_MS, zone) - instantOf(day, zone) === DAY_MS;

/** The days whose scheduled times take place on an allowed one: itself and the excluded days just before it. */
function* sourcesOf(day: WallTime, excluded: ExcludedDates): Generator<WallTime> {
  yield day;
  for (let before = day - DAY_MS; isExcluded(before, excluded); before -= DAY_MS) yield before;
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
