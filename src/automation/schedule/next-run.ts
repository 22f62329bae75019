import { nextDue, type ExcludedDates } from './excluded-dates';
import { isElapsing } from './occurrences';
import { OpeningHours } from './opening-hours';
import type { Schedule } from './schedule';

const NONE: ExcludedDates = new Set();

/**
 * The first run after an instant; null when there is none. A time that the clocks skip is taken when they have jumped,
 * one that they show twice the first time. A run on an excluded date moves to the same time of the next allowed date
 * (of every n minutes or hours: to its beginning), one outside the windows to the beginning of the next window.
 * @param excluded YYYY-MM-DD in the schedule's zone
 */
export function nextRun(schedule: Schedule, after: Date, excluded: ExcludedDates = NONE): Date | null {
  const hours = new OpeningHours(schedule.windows, schedule.timeZone, excluded);
  // what falls due while it is closed runs at the next opening, so the search begins where it was last open
  const due = nextDue(schedule, hours.last(after.getTime()), isElapsing(schedule.recurrence) ? NONE : excluded);
  const run = due === undefined ? undefined : hours.next(due);
  return run === undefined || (schedule.endAt && run > schedule.endAt.getTime()) ? null : new Date(run);
}

/** When a run that was missed is made up for, as if it fell due only now; null when it is not. */
export function madeUpAt(schedule: Schedule, now: Date, excluded: ExcludedDates = NONE): Date | null {
  if (schedule.missedRun === 'skip') return null;
  const once: Schedule = { ...schedule, recurrence: { kind: 'once', at: now.toISOString() }, startAt: undefined };
  return nextRun(once, new Date(now.getTime() - 1), excluded);
}
