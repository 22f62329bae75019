import { AutomationStatus, Trigger } from '../../terms/numbers';
import type { Automation } from '../automation.entity';
import type { CheckedDefinition } from '../definition/definition';
import { nextRun } from '../schedule/next-run';
import type { Schedule } from '../schedule/schedule';

/** What an automation's next run follows from. */
const TIMING = ['triggerID', 'statusID', 'scheduleMetaDataJSON', 'excludedDateGroupID', 'deleted'] as const;

const runsByClock = ({ triggerID, statusID }: Automation): boolean =>
  triggerID === Trigger.Schedule && statusID === AutomationStatus.Active;

/** When it runs next by itself; null when it does not. */
export function nextRunOf(automation: Automation, definition: CheckedDefinition, now: Date, excluded: ReadonlySet<string>): Date | null {
  const schedule = runsByClock(automation) ? scheduleOf(automation, definition) : undefined;
  return schedule ? nextRun(schedule, now, excluded) : null;
}

/** Its schedule; without one, the moment that was said for it: one to come, since one that has passed is never reached. */
export function scheduleOf({ nextRunDateUtc }: Automation, { schedule, timeZone }: CheckedDefinition): Schedule | undefined {
  if (schedule || !nextRunDateUtc) return schedule;
  return { timeZone, recurrence: { kind: 'once', at: nextRunDateUtc.toISOString() }, windows: [], missedRun: 'runOnce' };
}

/** Does a change touch the time of the next run? Otherwise it stays: it may be due this very moment. */
export const isRescheduled = (before: Automation, after: Automation): boolean =>
  before.id === undefined ||
  TIMING.some((name) => before[name] !== after[name]) ||
  before.nextRunDateUtc?.getTime() !== after.nextRunDateUtc?.getTime();
