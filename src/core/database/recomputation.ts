import type { EntityManager } from 'typeorm';
import { sql, Sql, sqlMoment } from '../sql';
import { FOR_UPDATE, INSERT_IF_ABSENT } from '../sql/dialect';
import { LAST_MIGRATION } from './migrations';
import { hasEarlierRelease } from './releases-in-use';
import { execute, rows } from './rows';

/** Where the recomputation of derived data after a migration is. */
export interface Progress {
  /** Has it been completed, and is done once more for what processes of earlier versions have left meanwhile? */
  readonly isAgain: boolean;
  /** The place in the list of derived data. */
  readonly step: number;
  /** JSON of the last key that has been checked; null at the beginning of a step. */
  readonly position: string | null;
  readonly checked: number;
  readonly differed: number;
}

/** Whoever has not been there for so long has gone. */
const GONE_MS = 15 * 60_000;
const BEGINNING: Progress = { isAgain: false, step: 0, position: null, checked: 0, differed: 0 };

/** @returns where it is; undefined if there is nothing left to do */
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
  const [row] = await rows(
    em,
    sql`SELECT migration, isSettled, isComplete, step, position, checked, differed FROM recomputation WHERE id = 1${lock}`,
  );
  // another migration since then may have changed what has been checked already
  if (!row || Number(row[0]) < LAST_MIGRATION) return BEGINNING;
  const [migration, isSettled, isComplete, step, position, checked, differed] = row;
  // what a later version derives is not ours to check
  if (Number(migration) > LAST_MIGRATION || Number(isSettled) === 1) return undefined;
  return {
    isAgain: Number(isComplete) === 1,
    ...{ step: Number(step), position: position as string | null, checked: Number(checked), differed: Number(differed) },
  };
}

export const saveProgress = (em: EntityManager, { isAgain, step, position, checked, differed }: Progress): Promise<unknown> =>
  execute(
    em,
    sql`UPDATE recomputation SET migration = ${LAST_MIGRATION}, isComplete = ${Number(isAgain)}, isSettled = 0, step = ${step}, position = ${position ?? new Sql('NULL')}, checked = ${checked}, differed = ${differed} WHERE id = 1`,
  );

/** It is complete, but for what processes of earlier versions may still leave. */
export async function setRecomputed(em: EntityManager, now: Date): Promise<void> {
  if (!(await lockRecomputation(em))) return;
  await execute(em, sql`UPDATE recomputation SET completedDate = ${sqlMoment(now)} WHERE id = 1`);
  await saveProgress(em, { ...BEGINNING, isAgain: true });
}

/** Have the processes of earlier versions gone? Those from before 25 November 2026 do not show that they are there. */
export async function isTimeForLastCheck(em: EntityManager, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - GONE_MS);
  const [completed] = await rows(em, sql`SELECT 1 FROM recomputation WHERE id = 1 AND completedDate <= ${sqlMoment(since)}`);
  return completed !== undefined && !(await hasEarlierRelease(em, since));
}

/** Nothing is left to do until the next migration. */
export async function setSettled(em: EntityManager): Promise<void> {
  await execute(em, sql`UPDATE recomputation SET isSettled = 1, position = NULL WHERE id = 1`);
}
