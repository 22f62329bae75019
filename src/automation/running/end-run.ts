import { In } from 'typeorm';
import type { Transaction } from '../../core/database';
import { FOR_UPDATE } from '../../core/sql/dialect';
import { execute, rows } from '../../core/database/rows';
import { sql, Sql, sqlMoment } from '../../core/sql';
import { AutomationRun, type RunStatus } from '../automation.entity';
import { RUNS_ENDED } from './run-counters';

/** How a run ended. */
export type RunEnd = Pick<AutomationRun, 'status'> & { readonly reason?: string };

/** Statuses of runs that have not ended. */
export const OPEN_STATUSES: readonly RunStatus[] = ['queued', 'running', 'awaitingApproval'];

/** Ends a run that has not ended yet, records why its remaining records are not processed, and counts the outcomes. */
export async function endRun(transaction: Transaction, id: number, { status, reason }: RunEnd): Promise<void> {
  const { em, now } = transaction;
  if (!(await isOpen(transaction, id))) return;
  if (status !== 'completed') await settleRemaining(transaction, id, { status, reason });
  transaction.countAfterCommit(RUNS_ENDED, { status });
  await em.update(
    AutomationRun,
    { id, status: In([...OPEN_STATUSES]) },
    { status, reason: reason?.slice(0, 1000) ?? null, finishedAt: now, ...(await outcomeCounts(transaction, id)) },
  );
}

/** Locks the run: a worker that is processing some of its records finishes these first. */
async function isOpen({ em }: Transaction, id: number): Promise<boolean> {
  const [[status] = []] = await rows(em, sql`SELECT status FROM automation_run WHERE id = ${id}${new Sql(FOR_UPDATE)}`);
  return OPEN_STATUSES.includes(status as RunStatus);
}

/** The remaining records of a failed run fail with it, so that they can be retried. */
async function settleRemaining({ em, now }: Transaction, id: number, { status, reason = status }: RunEnd): Promise<void> {
  const outcome = status === 'failed' ? 'failed' : 'skipped';
  const why = status === 'cancelled' ? 'cancelled' : reason.slice(0, 1000);
  await execute(
    em,
    sql`UPDATE automation_run_record SET outcome = ${outcome}, reason = ${why}, tryAt = NULL, finishedAt = ${sqlMoment(now)} WHERE runID = ${id} AND outcome = 'planned'`,
  );
}

/** Counts the records of a run by outcome. */
export async function outcomeCounts(
  { em }: Pick<Transaction, 'em'>,
  id: number,
): Promise<Pick<AutomationRun, 'processed' | 'skipped' | 'failed'>> {
  const found = await rows(em, sql`SELECT outcome, COUNT(*) FROM automation_run_record WHERE runID = ${id} GROUP BY outcome`);
  const counts = new Map(found.map(([outcome, count]) => [outcome, Number(count)]));
  return { processed: counts.get('processed') ?? 0, skipped: counts.get('skipped') ?? 0, failed: counts.get('failed') ?? 0 };
}
