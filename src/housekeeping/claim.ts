import type { Unit } from '../database';
import { INSERT_IF_ABSENT, IS_ALONE } from '../database/dialect';
import { execute } from '../database/rows';
import { list, sql, Sql, sqlMoment } from '../query';
import type { Chore } from './chore';

/**
 * Of several processes on one server one does a piece of a chore, in the transaction in which it moves the time when the
 * chore is due: who comes second waits for the row and finds that time moved. A process that dies has moved nothing.
 */
export async function claim({ em, now }: Unit, { name, everySeconds }: Chore, isForced: boolean): Promise<boolean> {
  if (IS_ALONE) return true;
  const next = new Date(now.getTime() + everySeconds * 1000);
  const due = isForced ? sql`` : sql` AND due <= ${sqlMoment(now)}`;
  return (await execute(em, sql`UPDATE chore SET due = ${sqlMoment(next)} WHERE name = ${name}${due}`)) === 1;
}

/** Leaves the rest of a chore to whoever comes first. */
export async function leaveRest({ em, now }: Unit, { name }: Chore): Promise<void> {
  if (!IS_ALONE) await execute(em, sql`UPDATE chore SET due = ${sqlMoment(now)} WHERE name = ${name}`);
}

/** Makes the rows of chores that have none yet; they are due. */
export async function enter({ em, now }: Unit, chores: readonly Chore[]): Promise<void> {
  if (IS_ALONE || chores.length === 0) return;
  const tuples = chores.map(({ name }) => sql`(${name}, ${sqlMoment(now)})`);
  await execute(em, sql`${new Sql(INSERT_IF_ABSENT)} chore (name, due) VALUES ${list(tuples)}`);
}
