import type { Transaction } from '../../core/database';
import { execute, rows } from '../../core/database/rows';
import { sql } from '../../core/sql';
import { isoOf } from '../../core/records';
import { AutomationRun } from '../automation.entity';
import { outcomeCounts, endRun } from './end-run';

/** Ends a run of which no record is left to act on now; where some wait to be tried again, sets it aside until the first of them. */
export async function endOrSuspend(transaction: Transaction, runID: number): Promise<void> {
  const [[tryAt] = []] = await rows(
    transaction.em,
    sql`SELECT MIN(tryAt) FROM automation_run_record WHERE runID = ${runID} AND outcome = 'planned'`,
  );
  if (typeof tryAt !== 'string') return endRun(transaction, runID, { status: 'completed' });
  await suspendRun(transaction, runID, new Date(isoOf(tryAt)));
  await transaction.em.update(AutomationRun, { id: runID }, await outcomeCounts(transaction, runID));
}

/** Nobody's lease that has not run out: no worker takes the run before. */
export async function suspendRun({ em }: Transaction, runID: number, until: Date, reason: string | null = null): Promise<void> {
  await em.update(AutomationRun, { id: runID }, { leaseOwner: null, leaseUntil: until, reason });
}

/** What the runs of an automation wait for may be no more: they are looked at again. */
export async function resumeSuspended({ em }: Transaction, automationID: number): Promise<void> {
  // found without a lock: usually there is none, and records that a worker has locked must not block this
  const suspended = await rows(
    em,
    sql`SELECT id FROM automation_run WHERE automationID = ${automationID} AND status = 'running' AND leaseOwner IS NULL AND leaseUntil IS NOT NULL`,
  );
  for (const [id] of suspended)
    await execute(em, sql`UPDATE automation_run SET leaseUntil = NULL WHERE id = ${id as number} AND leaseOwner IS NULL`);
}
