import { AutomationStatus, Trigger } from '../../core/terms/numbers';
import type { Automation } from '../automation.entity';
import type { CheckedDefinition } from '../definition/definition';
import { nextRun, nextRunWithOtherDates } from '../schedule/next-run';
import type { Schedule } from '../schedule/schedule';

/** The fields that determine the next run, besides its excluded dates. */
const TIMING = ['triggerID', 'statusID', 'scheduleMetaDataJSON', 'deleted'] as const;

const isScheduled = ({ triggerID, statusID }: Automation): boolean =>
  triggerID === Trigger.Schedule && statusID === AutomationStatus.Active;

/** When it runs next on its schedule; null if it does not. */
export function nextRunOf(automation: Automation, definition: CheckedDefinition, now: Date, excluded: ReadonlySet<string>): Date | null {
  const schedule = isScheduled(automation) ? scheduleOf(automation, definition) : undefined;
  return schedule ? nextRun(schedule, now, excluded) : null;
}

/** The same when nothing but its excluded dates has changed. A run that is due already takes place as planned. */
export function nextRunAfterOtherDates(
  automation: Automation,
  definition: CheckedDefinition,
  now: Date,
  excluded: ReadonlySet<string>,
): Date | null {
  const { nextRunDateUtc: planned } = automation;
  const schedule = isScheduled(automation) ? scheduleOf(automation, definition) : undefined;
  if (!schedule || !planned) return nextRunOf(automation, definition, now, excluded);
  return planned <= now ? planned : nextRunWithOtherDates(schedule, planned, now, excluded);
}

/** Its schedule; without one, a single run at nextRunDateUtc, which only takes place if it is in the future. */
export function scheduleOf({ nextRunDateUtc }: Automation, { schedule, timeZone }: CheckedDefinition): Schedule | undefined {
  if (schedule || !nextRunDateUtc) return schedule;
  return { timeZone, recurrence: { kind: 'once', at: nextRunDateUtc.toISOString() }, windows: [], missedRun: 'runOnce' };
}

/** Whether a change affects the next run: only by the excluded dates, or in any way. If not, its time is kept: it may be due just now. */
export function affectsNextRun(before: Automation, after: Automation): 'no' | 'dates' | 'yes' {
  const isRescheduled =
    before.id === undefined ||
    TIMING.some((name) => before[name] !== after[name]) ||
    before.nextRunDateUtc?.getTime() !== after.nextRunDateUtc?.getTime();
  if (isRescheduled) return 'yes';
  return before.excludedDateGroupID === after.excludedDateGroupID ? 'no' : 'dates';
}
