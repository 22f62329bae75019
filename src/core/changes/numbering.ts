import type { EntityManager } from 'typeorm';
import { counterValue, lockCounter, setCounter } from '../database/counters';
import { executeLater, numberOf, rows } from '../database/rows';
import type { Transaction, View } from '../database';
import type { State } from '../database/others-first';
import { exists, list, sql, type Sql } from '../sql';

/** The maximum number of changes numbered in one transaction. */
const BATCH = 1000;

/** The counter whose row lock serialises numbering. */
const COUNTER = 'changes';

/** How far the numbering of changes has got. */
export interface FeedPosition {
  /** The highest sequence number. */
  readonly last: number;
  /** Are there committed changes without a sequence number? */
  readonly hasMore: boolean;
}

/**
 * Assigns the next sequence numbers to committed changes. A second process waits for the row lock of the counter and then
 * sees what was committed meanwhile, because transactions are READ COMMITTED. The changes of a record keep their order,
 * since the later one was written only after the earlier one had been committed.
 */
export async function numberChanges({ em }: Transaction): Promise<FeedPosition> {
  const last = await lockCounter(em, COUNTER);
  const found = await rows(em, sql`SELECT id FROM record_change WHERE sequence IS NULL ORDER BY id LIMIT ${BATCH}`);
  if (found.length === 0) return { last, hasMore: false };
  await executeLater(
    em,
    assignSequences(
      found.map(([id]) => Number(id)),
      last,
    ),
  );
  await setCounter(em, COUNTER, last + found.length);
  return { last: last + found.length, hasMore: found.length === BATCH };
}

/** One query, because it runs often. */
export async function feedPosition({ em }: View): Promise<FeedPosition> {
  const [[last, hasMore] = [0, 0]] = await rows(
    em,
    sql`SELECT (${counterValue(COUNTER)}), ${exists(sql`SELECT 1 FROM record_change WHERE sequence IS NULL`)}`,
  );
  return { last: Number(last ?? 0), hasMore: Boolean(hasMore) };
}

/** The position of the counter, and where it will be when what is committed now is numbered, or one batch of it. */
export async function numberingState({ em }: View): Promise<State> {
  const unnumbered = sql`SELECT id FROM record_change WHERE sequence IS NULL LIMIT ${BATCH}`;
  const [[last, waiting] = [0, 0]] = await rows(em, sql`SELECT (${counterValue(COUNTER)}), (SELECT COUNT(*) FROM (${unnumbered}) u)`);
  return { position: Number(last ?? 0), wanted: Number(last ?? 0) + Number(waiting) };
}

/** SQL of the highest sequence number assigned. */
export const lastSequenceValue = counterValue(COUNTER);
export const lastSequence = (em: EntityManager): Promise<number> => numberOf(em, lastSequenceValue);

/** Consecutive ids have the same distance to their sequence numbers: one CASE branch for each run of them. */
function assignSequences(ids: readonly number[], last: number): Sql {
  const distance = (index: number): number => last + 1 + index - (ids[index] ?? 0);
  const stretches = ids.flatMap((id, index) =>
    distance(index) === distance(index + 1) ? [] : [sql`WHEN id <= ${id} THEN ${distance(index)}`],
  );
  return sql`UPDATE record_change SET sequence = id + CASE ${list(stretches, ' ')} END WHERE id IN (${list(ids.map((id) => sql`${id}`))})`;
}
