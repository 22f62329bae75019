import type { Transaction } from '../../core/database';
import { FOR_UPDATE } from '../../core/sql/dialect';
import { rows } from '../../core/database/rows';
import { sql, Sql, values } from '../../core/sql';
import { AutomationStatus } from '../../core/terms/numbers';
import type { Automation } from '../automation.entity';
import { eventOf } from '../catalogue/events';
import { endRun, OPEN_STATUSES, type RunEnd } from '../running/end-run';
import { resumeSuspended } from '../running/suspend-run';

/**
 * Applies a change to queued and running runs: those of a deleted or paused automation end, and so do those with records of
 * another type. All others continue with the new definition.
 */
export async function updateOpenRuns(transaction: Transaction, before: Automation, after: Automation): Promise<void> {
  if (before.id === undefined) return;
  const end = endOf(before, after);
  if (!end) return resumeSuspended(transaction, after.id);
  // waits for the records that a worker is processing
  const open = await rows(
    transaction.em,
    sql`SELECT id FROM automation_run WHERE automationID = ${after.id} AND status IN (${values(OPEN_STATUSES)}) ORDER BY id${new Sql(FOR_UPDATE)}`,
  );
  for (const [id] of open) await endRun(transaction, id as number, end);
}

function endOf(before: Automation, after: Automation): RunEnd | undefined {
  if (after.deleted) return { status: 'skipped', reason: 'deleted' };
  if (after.statusID === AutomationStatus.Paused) return { status: 'skipped', reason: 'paused' };
  return eventOf(before.eventID)?.recordType === eventOf(after.eventID)?.recordType
    ? undefined
    : { status: 'cancelled', reason: 'changed' };
}
