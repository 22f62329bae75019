import { nextDue } from './excluded-dates';
import { isElapsedTime, occurrences } from './occurrences';
import { OpeningHours, type ExcludedDates } from '../../core/time/opening-hours';
import type { Schedule } from './schedule';

const NONE: ExcludedDates = new Set();

/**
 * The first run after an instant; null if there is none. A time that the clocks skip runs when they go forward, one that
 * occurs twice the first time. A run on an excluded date moves to the same time on the next allowed date (with every n
 * minutes or hours: to the start of that date), one outside the windows to the start of the next window.
 * @param excluded YYYY-MM-DD in the schedule's zone
 */
export function nextRun(schedule: Schedule, after: Date, excluded: ExcludedDates = NONE): Date | null {
  const hours = new OpeningHours(schedule.windows, schedule.timeZone, excluded);
  // a run that is due outside the windows moves to the next one, so the search starts at the end of the previous window
  const due = nextDue(schedule, hours.last(after.getTime()), isElapsedTime(schedule.recurrence) ? NONE : excluded);
  if (due === undefined) return null;
  const run = hours.next(due);
  return schedule.endAt && run > schedule.endAt.getTime() ? null : new Date(run);
}

/** When a missed run is caught up, as if it were due now; null if it is skipped. */
export const catchUpTime = (schedule: Schedule, now: Date, excluded: ExcludedDates = NONE): Date | null =>
  schedule.missedRun === 'skip' ? null : onceAt(schedule, now, excluded);

/**
 * The next run when nothing but the excluded dates changes. A run that was put off, or that is to be caught up, is not at a time of the
 * schedule: it takes place nevertheless.
 * @param planned the next run until now
 */
export function nextRunWithOtherDates(schedule: Schedule, planned: Date, now: Date, excluded: ExcludedDates): Date | null {
  const regular = nextRun(schedule, now, excluded);
  return isOfSchedule(schedule, planned) ? regular : earliest(regular, onceAt(schedule, planned, excluded));
}

/** A regular run that is due earlier also catches up one that was missed or put off. */
export function earliest(one: Date | null, other: Date | null): Date | null {
  if (!one || !other) return one ?? other;
  return one < other ? one : other;
}

function onceAt(schedule: Schedule, due: Date, excluded: ExcludedDates): Date | null {
  const once: Schedule = { ...schedule, recurrence: { kind: 'once', at: due.toISOString() }, startAt: undefined };
  return nextRun(once, new Date(due.getTime() - 1), excluded);
}

function isOfSchedule(schedule: Schedule, time: Date): boolean {
  for (const occurrence of occurrences(schedule, time.getTime())) return occurrence === time.getTime();
  return false;
}
