import { touches } from '../../core/records';
import { INT32 } from '../../core/fields/value-rules';
import { InvalidRequest } from '../../core/problems';
import { isInFuture } from '../../core/time/moments';
import { ActivityCategory, ActivityStatus } from '../../core/terms/numbers';
import type { Activity } from '../activity.entity';

const { Note, Task, System } = ActivityCategory;
const { Open, Completed } = ActivityStatus;

/** Notes and system entries record what has happened: they cannot be planned. */
const isLogEntry = ({ category }: Activity): boolean => category === Note || category === System;

/** Defaults of a new activity: log entries happen now; an activity other than a task with a past date is completed. */
export function setActivityDefaults(activity: Activity, now: Date, userID: number): void {
  if (isLogEntry(activity)) activity.activityDate ??= now;
  activity.statusID ??= hasTakenPlace(activity, now) ? Completed : Open;
  activity.assignedToID ??= userID;
}

const hasTakenPlace = (activity: Activity, now: Date): boolean =>
  isLogEntry(activity) || (activity.category !== Task && activity.activityDate !== null && activity.activityDate <= now);

/**
 * Updates the duration when the times change, unless the change sets it. Tasks are exempt: their dates are when they are due
 * and when they were done, in any order.
 * @throws InvalidRequest when it ends before it starts
 */
export function updateDuration(before: Activity, after: Activity): void {
  const { activityDate, activityEndDate, category } = after;
  if (category === Task || !activityDate || !activityEndDate || !isMoved(before, after)) return;
  if (activityEndDate < activityDate)
    throw InvalidRequest.because([{ pointer: '/activityEndDate', detail: 'must not be before activityDate' }]);
  if (after.duration === 0 || after.duration === before.duration) after.duration = minutes(activityDate, activityEndDate);
}

/**
 * What has taken place did so in the past. Tasks are exempt: they can be done before they are due.
 * @throws InvalidRequest
 */
export function refuseCompletedInFuture(before: Activity, after: Activity, now: Date): void {
  const { activityDate, category, statusID } = after;
  if (statusID !== Completed || category === Task || !activityDate || !touches(before, after, 'statusID', 'activityDate', 'category'))
    return;
  if (isInFuture(activityDate, now))
    throw InvalidRequest.because([{ pointer: '/activityDate', detail: 'must not be in the future for a completed activity' }]);
}

const isMoved = (before: Activity, after: Activity): boolean =>
  (['activityDate', 'activityEndDate'] as const).some((date) => before[date]?.getTime() !== after[date]?.getTime());

/** The change that completes an activity now. A planned activity takes place now; a planned end in the past is kept. */
export function completion({ category, activityDate, activityEndDate, duration }: Activity, now: Date): object {
  const ended = { statusID: Completed, activityEndDate: now.toISOString() };
  if (category === Task) return ended;
  if (!activityDate || activityDate > now) return { ...ended, activityDate: now.toISOString() };
  const planned = activityEndDate ?? (duration > 0 ? new Date(activityDate.getTime() + duration * MINUTE) : now);
  return planned < now ? { ...ended, activityEndDate: planned.toISOString() } : ended;
}

const MINUTE = 60_000;
const minutes = (start: Date, end: Date): number => Math.min(Math.round((end.getTime() - start.getTime()) / MINUTE), INT32.maximum);

/** @throws InvalidRequest when changed associatedData is not JSON */
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
