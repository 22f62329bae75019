import type { Transaction } from '../../core/database';
import { findAudience, type AudienceQuery } from '../audience';
import { AutomationRun } from '../automation.entity';
import { insertPlanned } from '../running/plan-run';
import { runAudience } from '../running/run-audience';
import { pauseAutomation } from './pause-automation';
import { groupIntoRuns, type Listener, type Occurrence } from './occurrence';

/** The maximum number of automations that may trigger one another in a row. */
export const MAX_CHAIN_LENGTH = 5;

/**
 * Plans the runs for events of records. They process those that match the automation, by the same query as every other run;
 * without a condition all of them.
 */
export async function planEventRuns(transaction: Transaction, listener: Listener, occurrences: readonly Occurrence[]): Promise<void> {
  for (const group of groupIntoRuns(occurrences)) {
    const depth = (group[0]?.depth ?? 0) + 1;
    if (depth > MAX_CHAIN_LENGTH)
      return pauseAutomation(
        transaction,
        listener.automation,
        `it was triggered by a chain of ${MAX_CHAIN_LENGTH} automations, which suggests a loop`,
      );
    await planRun(transaction, listener, group, depth);
  }
}

async function planRun(
  transaction: Transaction,
  { automation, definition }: Listener,
  group: readonly Occurrence[],
  depth: number,
): Promise<void> {
  const bySequence = new Map(group.map(({ recordID, sequence }) => [recordID, sequence]));
  const audience: AudienceQuery = { ...runAudience(automation, definition, 'event'), onlyIds: [...bySequence.keys()], cap: null };
  const { matched, excluded, leftOut, taken } = await findAudience(transaction, audience);
  if (taken.length === 0) return;
  const run = {
    automationID: automation.id,
    automationVersion: automation.version,
    trigger: 'event',
    status: 'queued',
    matched,
    excluded,
    leftOut,
    taken: taken.length,
    depth,
    requestedByID: automation.userId,
    queuedAt: transaction.now,
  } as const;
  const { identifiers } = await transaction.em.insert(AutomationRun, run);
  const runID = Number(identifiers[0]?.['id']);
  await insertPlanned(
    transaction.em,
    taken.map((recordID, index) => ({
      runID,
      recordID,
      automationID: automation.id,
      sequence: bySequence.get(recordID) ?? null,
      position: index + 1,
    })),
  );
}
