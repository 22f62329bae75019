import { AutomationStatus, Trigger } from '../../core/terms/numbers';
import type { Automation } from '../automation.entity';
import type { CheckedDefinition } from '../definition/definition';
import { nextRun } from '../schedule/next-run';
import type { Schedule } from '../schedule/schedule';

/** The fields that determine the next run. */
const TIMING = ['triggerID', 'statusID', 'scheduleMetaDataJSON', 'excludedDateGroupID', 'deleted'] as const;

const isScheduled = ({ triggerID, statusID }: Automation): boolean =>
  triggerID === Trigger.Schedule && statusID === AutomationStatus.Active;

/** When it runs next on its schedule; null if it does not. */
export function nextRunOf(automation: Automation, definition: CheckedDefinition, now: Date, excluded: ReadonlySet<string>): Date | null {
  const schedule = isScheduled(automation) ? scheduleOf(automation, definition) : undefined;
  return schedule ? nextRun(schedule, now, excluded) : null;
}

/** Its schedule; without one, a single run at nextRunDateUtc, which only takes place if it is in the future. */
export function scheduleOf({ nextRunDateUtc }: Automation, { schedule, timeZone }: CheckedDefinition): Schedule | undefined {
  if (schedule || !nextRunDateUtc) return schedule;
  return { timeZone, recurrence: { kind: 'once', at: nextRunDateUtc.toISOString() }, windows: [], missedRun: 'runOnce' };
}

/** Whether a change affects the next run. If not, its time is kept: it may be due at this very moment. */
export const isRescheduled = (before: Automation, after: Automation): boolean =>
  before.id === undefined ||
  TIMING.some((name) => before[name] !== after[name]) ||
  before.nextRunDateUtc?.getTime() !== after.nextRunDateUtc?.getTime();
