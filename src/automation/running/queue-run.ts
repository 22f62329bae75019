import type { Transaction } from '../../core/database';
import { AutomationStatus } from '../../core/terms/numbers';
import { AutomationRun, type Automation } from '../automation.entity';

/** What triggered a run. */
export type RunTrigger = 'manual' | 'schedule' | 'event';

/** Queues a run. One of a paused automation ends at once, skipped. @returns its id */
export async function queueRun(
  { em, caller, now }: Transaction,
  automation: Automation,
  trigger: RunTrigger,
  slot: Date | null = null,
): Promise<number> {
  const paused = automation.statusID === AutomationStatus.Paused;
  const run = em.create(AutomationRun, {
    automationID: automation.id,
    automationVersion: automation.version,
    trigger,
    status: paused ? 'skipped' : 'queued',
    reason: paused ? 'paused' : null,
    requestedByID: caller.userID,
    queuedAt: now,
    slot,
    finishedAt: paused ? now : null,
  });
  const { identifiers } = await em.insert(AutomationRun, run);
  return Number(identifiers[0]?.['id']);
}
