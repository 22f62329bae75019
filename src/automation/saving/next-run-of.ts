import { AutomationStatus, Trigger } from '../../terms/numbers';
import type { Automation } from '../automation.entity';
import type { CheckedDefinition } from '../definition/definition';
import { nextRun } from '../schedule/next-run';

/** What an automation's next run follows from. */
const TIMING = ['triggerID', 'statusID', 'scheduleMetaDataJSON', 'excludedDateGroupID', 'deleted'] as const;

/** When it runs next by itself; null when it does not. */
export function nextRunOf(automation: Automation, { schedule, timeZone }: CheckedDefinition, now: Date, excluded: ReadonlySet<string>): Date | null {
  if (automation.triggerID !== Trigger.Schedule || automation.statusID !== AutomationStatus.Active) return null;
  if (schedule) return nextRun(schedule, now, excluded);
  const once = automation.nextRunDateUtc ?? null;
  return once && nextRun({ timeZone, recurrence: { kind: 'once', at: once.toISOString() }, windows: [], missedRun: 'runOnce' }, now, excluded);
}

/** Does a change touch the time of the next run? Otherwise it stays: it may be due this very moment. */
export const isRescheduled = (before: Automation, after: Automation): boolean =>
  before.id === undefined || TIMING.some((name) => before[name] !== after[name]) || before.nextRunDateUtc?.getTime() !== after.nextRunDateUtc?.getTime();
