import { nextDue } from './excluded-dates';
import { isElapsedTime } from './occurrences';
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
export function catchUpTime(schedule: Schedule, now: Date, excluded: ExcludedDates = NONE): Date | null {
  if (schedule.missedRun === 'skip') return null;
  const once: Schedule = { ...schedule, recurrence: { kind: 'once', at: now.toISOString() }, startAt: undefined };
  return nextRun(once, new Date(now.getTime() - 1), excluded);
}
