import { audit } from '../../core/changes';
import type { Transaction } from '../../core/database';
import { AutomationStatus } from '../../core/terms/numbers';
import type { Schedule } from '../schedule/schedule';
import { AutomationRun, type Automation } from '../automation.entity';
import { chosenText, type ChosenRecords } from './chosen-records';

/** What triggered a run. */
export type RunTrigger = 'manual' | 'schedule' | 'event';

/** Queues a run. One of a paused automation ends at once, skipped. @param slot the scheduled time that it is for @returns its id */
export async function queueRun(
  transaction: Transaction,
  automation: Automation,
  trigger: RunTrigger,
  { slot = null, chosen }: { readonly slot?: Date | null; readonly chosen?: ChosenRecords } = {},
): Promise<number> {
  const { em, caller, now } = transaction;
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
    chosen: chosenText(chosen),
    traceparent: caller.traceparent ?? null,
    finishedAt: paused ? now : null,
  });
  const { identifiers } = await em.insert(AutomationRun, run);
  const id = Number(identifiers[0]?.['id']);
  if (trigger === 'manual')
    await audit(transaction, { type: 'AutomationRun', recordID: id, action: 'started', fields: { automationID: [null, automation.id] } });
  return id;
}

/** Records that a run was missed and is not caught up. @param slot the time that it was due */
export const recordMissedRun = (
  { em, now }: Transaction,
  { id, version, userId }: Automation,
  slot: Date,
  missedRun: Schedule['missedRun'],
) =>
  em.insert(AutomationRun, {
    ...{ automationID: id, automationVersion: version, trigger: 'schedule', status: 'skipped', reason: MISSED[missedRun], slot },
    ...{ requestedByID: userId, queuedAt: now, finishedAt: now },
  });

const MISSED = {
  skip: 'the service was not running when it was due',
  runOnce: 'the service was not running when it was due, and the schedule ends (endAt) before it could be caught up',
} as const;
