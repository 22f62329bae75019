import { INT32 } from '../../fields/values';
import { InvalidRequest } from '../../http';
import { ActivityCategory, ActivityStatus } from '../../terms/numbers';
import type { Activity } from '../activity.entity';

const { Note, Task, System } = ActivityCategory;
const { Open, Completed } = ActivityStatus;

/** Written down when it happened: nothing of it is still to be done. */
const isEntry = ({ category }: Activity): boolean => category === Note || category === System;

/** What a new activity says where nothing else is said: entries are done now, what has a date in the past took place. */
export function startActivity(activity: Activity, now: Date, userID: number): void {
  if (isEntry(activity)) activity.activityDate ??= now;
  activity.statusID ??= hasTakenPlace(activity, now) ? Completed : Open;
  activity.assignedToID ??= userID;
}

const hasTakenPlace = (activity: Activity, now: Date): boolean =>
  isEntry(activity) || (activity.category !== Task && activity.activityDate !== null && activity.activityDate <= now);

/**
 * Keeps the length of an activity with its times, where those change and it is not said anew. The date of a task is when it
 * is due, and its end when it was done: these have no order and no length.
 * @throws InvalidRequest when it ends before it starts
 */
export function keepTimes(before: Activity, after: Activity): void {
  const { activityDate, activityEndDate, category } = after;
  if (category === Task || !activityDate || !activityEndDate || !isMoved(before, after)) return;
  if (activityEndDate < activityDate)
    throw InvalidRequest.because([{ pointer: '/activityEndDate', detail: 'must not be before activityDate' }]);
  if (after.duration === 0 || after.duration === before.duration) after.duration = minutes(activityDate, activityEndDate);
}

const isMoved = (before: Activity, after: Activity): boolean =>
  (['activityDate', 'activityEndDate'] as const).some((date) => before[date]?.getTime() !== after[date]?.getTime());

/** What a body says that completes an activity now. What was to come takes place now; a planned end that has passed stays. */
export function completion({ category, activityDate, activityEndDate, duration }: Activity, now: Date): object {
  const ended = { statusID: Completed, activityEndDate: now.toISOString() };
  if (category === Task) return ended;
  if (!activityDate || activityDate > now) return { ...ended, activityDate: now.toISOString() };
  const planned = activityEndDate ?? (duration > 0 ? new Date(activityDate.getTime() + duration * MINUTE) : now);
  return planned < now ? { ...ended, activityEndDate: planned.toISOString() } : ended;
}

const MINUTE = 60_000;
const minutes = (start: Date, end: Date): number => Math.min(Math.round((end.getTime() - start.getTime()) / MINUTE), INT32.maximum);

/** @throws InvalidRequest when it has data that is no JSON */
export function checkAssociatedData(before: Activity, { associatedData }: Activity): void {
  if (!associatedData || associatedData === before.associatedData || isJson(associatedData)) return;
  throw InvalidRequest.because([{ pointer: '/associatedData', detail: 'must be JSON text' }]);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
