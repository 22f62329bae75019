import { chainText } from '../../core/changes';
import type { Transaction } from '../../core/database';
import { findAudience, type Audience, type AudienceQuery } from '../audience';
import { AutomationRun } from '../automation.entity';
import { insertPlanned } from '../running/plan-run';
import { runAudience } from '../running/run-audience';
import { ownerOf } from '../owner';
import { capPerDay, recordLeftOut } from './daily-cap';
import { endOfChain } from './chain';
import { pauseAutomation } from './pause-automation';
import { groupIntoRuns, type Listener, type Occurrence } from './occurrence';

/**
 * Plans the runs for events of records. They process those that match the automation, by the same query as every other run;
 * without a condition all of them.
 */
export async function planEventRuns(transaction: Transaction, listener: Listener, occurrences: readonly Occurrence[]): Promise<void> {
  const groups = groupIntoRuns(occurrences);
  if (groups.length === 0) return;
  const { caller, obstacle } = await ownerOf(transaction.em, listener.automation);
  if (obstacle !== undefined) return pauseAutomation(transaction, listener.automation, obstacle);
  for (const group of groups) if (!(await planGroup({ ...transaction, caller }, listener, group))) return;
}

/** Plans the run of some occurrences with the same chain. @returns false if the automation has been paused */
async function planGroup(transaction: Transaction, listener: Listener, group: readonly Occurrence[]): Promise<boolean> {
  const { automation, definition } = listener;
  const byRecord = new Map(group.map((each) => [each.recordID, each]));
  const audience: AudienceQuery = { ...runAudience(automation, definition, 'event'), onlyIds: [...byRecord.keys()], cap: null };
  const capped = await capPerDay(transaction, listener, await findAudience(transaction, audience));
  const taken = capped.taken.flatMap((id) => byRecord.get(id) ?? []);
  if (taken.length === 0) {
    if (capped.leftOut > 0) await recordLeftOut(transaction, listener, capped);
    return true;
  }
  const end = await endOfChain(transaction, listener, taken);
  for (const id of end?.repeating ?? []) await pauseAutomation(transaction, { id }, end!.reason);
  if (end?.repeating.includes(automation.id)) return false;
  // those that only listen to a loop lose no event
  if (end?.repeating.length === 0) await recordSkipped(transaction, listener, taken, end.reason);
  else await planRun(transaction, listener, capped, taken);
  return true;
}

/** Records that a chain has ended: nothing is left out silently. */
async function recordSkipped(transaction: Transaction, listener: Listener, group: readonly Occurrence[], reason: string): Promise<void> {
  const { length: matched } = group;
  const run = { ...newRun(transaction, listener, group), status: 'skipped', reason, matched, leftOut: matched } as const;
  await transaction.em.insert(AutomationRun, { ...run, finishedAt: transaction.now });
}

async function planRun(transaction: Transaction, listener: Listener, audience: Audience, taken: readonly Occurrence[]): Promise<void> {
  const { matched, excluded, leftOut } = audience;
  const run = { ...newRun(transaction, listener, taken), status: 'queued', matched, excluded, leftOut, taken: taken.length } as const;
  const { identifiers } = await transaction.em.insert(AutomationRun, run);
  const runID = Number(identifiers[0]?.['id']);
  await insertPlanned(
    transaction.em,
    taken.map(({ recordID, sequence = null }, index) => ({
      runID,
      recordID,
      automationID: listener.automation.id,
      sequence,
      position: index + 1,
    })),
  );
}

const newRun = ({ now }: Transaction, { automation: { id, version, userId } }: Listener, group: readonly Occurrence[]) => ({
  automationID: id,
  automationVersion: version,
  trigger: 'event',
  chain: chainText(group[0]?.chain ?? []),
  requestedByID: userId,
  queuedAt: now,
  // what several requests have changed is one run: it belongs to the first trace
  traceparent: group.find(({ traceparent }) => traceparent)?.traceparent ?? null,
});
