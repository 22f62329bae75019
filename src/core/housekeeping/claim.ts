import type { Transaction } from '../database';
import { INSERT_IF_ABSENT, IS_ALONE } from '../sql/dialect';
import { execute } from '../database/rows';
import { list, sql, Sql, sqlMoment } from '../sql';
import type { MaintenanceTask } from './maintenance-task';

/**
 * Lets one of several processes run a batch, in the transaction in which it postpones the due time: the second process
 * waits for the row lock and finds the task no longer due. If a process dies, the due time is unchanged.
 */
export async function claimTask({ em, now }: Transaction, { name, everySeconds }: MaintenanceTask, isForced: boolean): Promise<boolean> {
  if (IS_ALONE) return true;
  const next = new Date(now.getTime() + everySeconds * 1000);
  const due = isForced ? sql`` : sql` AND due <= ${sqlMoment(now)}`;
  return (await execute(em, sql`UPDATE chore SET due = ${sqlMoment(next)} WHERE name = ${name}${due}`)) === 1;
}

/** Leaves the remaining batches to whichever process comes first. */
export async function releaseTask({ em, now }: Transaction, { name }: MaintenanceTask): Promise<void> {
  if (!IS_ALONE) await execute(em, sql`UPDATE chore SET due = ${sqlMoment(now)} WHERE name = ${name}`);
}

/** Inserts the missing rows of maintenance tasks, due immediately. */
export async function registerTasks({ em, now }: Transaction, tasks: readonly MaintenanceTask[]): Promise<void> {
  if (IS_ALONE || tasks.length === 0) return;
  const tuples = tasks.map(({ name }) => sql`(${name}, ${sqlMoment(now)})`);
  await execute(em, sql`${new Sql(INSERT_IF_ABSENT)} chore (name, due) VALUES ${list(tuples)}`);
}
