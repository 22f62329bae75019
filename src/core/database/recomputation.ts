import type { EntityManager } from 'typeorm';
import { sql, Sql } from '../sql';
import { FOR_UPDATE, INSERT_IF_ABSENT } from '../sql/dialect';
import { LAST_MIGRATION } from './migrations';
import { execute, rows } from './rows';

/** Where the recomputation of derived data after a migration is. */
export interface Progress {
  /** The place in the list of derived data. */
  readonly step: number;
  /** JSON of the last key that has been checked; null at the beginning of a step. */
  readonly position: string | null;
  readonly checked: number;
  readonly differed: number;
}

const BEGINNING: Progress = { step: 0, position: null, checked: 0, differed: 0 };

/** @returns where it is; undefined if it is complete */
export const recomputationOf = async (em: EntityManager): Promise<Progress | undefined> => read(em, new Sql(''));

/** The same, locked until the transaction ends. */
export async function lockRecomputation(em: EntityManager): Promise<Progress | undefined> {
  await execute(
    em,
    sql`${new Sql(INSERT_IF_ABSENT)} recomputation (id, migration, isComplete, step, checked, differed) VALUES (1, ${LAST_MIGRATION}, 0, 0, 0, 0)`,
  );
  return read(em, new Sql(FOR_UPDATE));
}

async function read(em: EntityManager, lock: Sql): Promise<Progress | undefined> {
  const [row] = await rows(em, sql`SELECT migration, isComplete, step, position, checked, differed FROM recomputation WHERE id = 1${lock}`);
  // another migration since then may have changed what has been checked already
  if (!row || Number(row[0]) < LAST_MIGRATION) return BEGINNING;
  const [, isComplete, step, position, checked, differed] = row;
  if (Number(isComplete) === 1) return undefined;
  return { step: Number(step), position: position as string | null, checked: Number(checked), differed: Number(differed) };
}

export const saveProgress = (em: EntityManager, { step, position, checked, differed }: Progress): Promise<unknown> =>
  execute(
    em,
    sql`UPDATE recomputation SET migration = ${LAST_MIGRATION}, isComplete = 0, step = ${step}, position = ${position ?? new Sql('NULL')}, checked = ${checked}, differed = ${differed} WHERE id = 1`,
  );

/** Nothing is left to do until the next migration. */
export async function setRecomputed(em: EntityManager): Promise<void> {
  await lockRecomputation(em);
  await execute(em, sql`UPDATE recomputation SET migration = ${LAST_MIGRATION}, isComplete = 1, position = NULL WHERE id = 1`);
}
