import { In } from 'typeorm';
import type { Unit } from '../../database';
import { FOR_UPDATE } from '../../database/dialect';
import { execute, rows } from '../../database/rows';
import { sql, Sql, sqlMoment } from '../../query';
import { AutomationRun, type RunStatus } from '../automation.entity';

/** How a run came to its end. */
export type End = Pick<AutomationRun, 'status'> & { readonly reason?: string };

/** Those that have not ended. */
export const OPEN: readonly RunStatus[] = ['queued', 'running'];

/** Ends a run that has not ended yet, says of the records that it has not come to why it will not, and counts what became of all. */
export async function endRun(unit: Unit, id: number, { status, reason }: End): Promise<void> {
  const { em, now } = unit;
  if (!(await isOpen(unit, id))) return;
  if (status !== 'completed') await letBe(unit, id, { status, reason });
  await em.update(
    AutomationRun,
    { id, status: In([...OPEN]) },
    { status, reason: reason?.slice(0, 1000) ?? null, finishedAt: now, ...(await countsOf(unit, id)) },
  );
}

/** Locks it: a worker that has records of it in hand ends with them first. */
async function isOpen({ em }: Unit, id: number): Promise<boolean> {
  const [[status] = []] = await rows(em, sql`SELECT status FROM automation_run WHERE id = ${id}${new Sql(FOR_UPDATE)}`);
  return OPEN.includes(status as RunStatus);
}

/** What a run that failed has not come to has failed with it, and can be tried again. */
async function letBe({ em, now }: Unit, id: number, { status, reason = status }: End): Promise<void> {
  const outcome = status === 'failed' ? 'failed' : 'skipped';
  const why = status === 'cancelled' ? 'cancelled' : reason.slice(0, 1000);
  await execute(
    em,
    sql`UPDATE automation_run_record SET outcome = ${outcome}, reason = ${why}, tryAt = NULL, finishedAt = ${sqlMoment(now)} WHERE runID = ${id} AND outcome = 'planned'`,
  );
}

/** What became of the records of a run. */
export async function countsOf({ em }: Pick<Unit, 'em'>, id: number): Promise<Pick<AutomationRun, 'processed' | 'skipped' | 'failed'>> {
  const found = await rows(em, sql`SELECT outcome, COUNT(*) FROM automation_run_record WHERE runID = ${id} GROUP BY outcome`);
  const counts = new Map(found.map(([outcome, count]) => [outcome, Number(count)]));
  return { processed: counts.get('processed') ?? 0, skipped: counts.get('skipped') ?? 0, failed: counts.get('failed') ?? 0 };
}
