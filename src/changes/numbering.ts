import type { EntityManager } from 'typeorm';
import { FOR_UPDATE, INSERT_IF_ABSENT } from '../database/dialect';
import { execute, numberOf, rows } from '../database/rows';
import type { Unit, View } from '../database';
import { exists, list, sql, Sql } from '../query';

/** At most so many changes are given their places in one transaction. */
const BATCH = 1000;

/** The row of the counter under whose lock the places are given. */
const COUNTER = 'changes';

/** How far the order of changes has come. */
export interface Standing {
  /** The newest place. */
  readonly last: number;
  /** Are there committed changes without a place? */
  readonly hasMore: boolean;
}

/**
 * Gives committed changes the next places. Whoever comes second waits for the counter's row, and then finds what was
 * committed meanwhile: units of work read committed data, each statement anew. A record's changes keep their order, since
 * the later one was written only after the earlier had been committed.
 */
export async function numberChanges({ em }: Unit): Promise<Standing> {
  const last = await lockedCounter(em);
  const found = await rows(em, sql`SELECT id FROM record_change WHERE sequence IS NULL ORDER BY id LIMIT ${BATCH}`);
  if (found.length === 0) return { last, hasMore: false };
  await execute(
    em,
    numbering(
      found.map(([id]) => Number(id)),
      last,
    ),
  );
  await execute(em, sql`UPDATE counter SET value = ${last + found.length} WHERE name = ${COUNTER}`);
  return { last: last + found.length, hasMore: found.length === BATCH };
}

/** One question, as it is asked again and again. */
export async function standingOf({ em }: View): Promise<Standing> {
  const [[last, hasMore] = [0, 0]] = await rows(
    em,
    sql`SELECT (SELECT value FROM counter WHERE name = ${COUNTER}), ${exists(sql`SELECT 1 FROM record_change WHERE sequence IS NULL`)}`,
  );
  return { last: Number(last ?? 0), hasMore: Boolean(hasMore) };
}

/** The newest place that has been given. */
export const lastSequence = (em: EntityManager): Promise<number> => numberOf(em, sql`SELECT value FROM counter WHERE name = ${COUNTER}`);

async function lockedCounter(em: EntityManager): Promise<number> {
  const locked = sql`SELECT value FROM counter WHERE name = ${COUNTER}${new Sql(FOR_UPDATE)}`;
  const [row] = await rows(em, locked);
  if (row) return Number(row[0]);
  await execute(em, sql`${new Sql(INSERT_IF_ABSENT)} counter (name, value) VALUES (${COUNTER}, 0)`);
  return numberOf(em, locked);
}

/** Ids mostly follow each other, and are then as far from their places as the one before: one branch for each such stretch. */
function numbering(ids: readonly number[], last: number): Sql {
  const distance = (index: number): number => last + 1 + index - (ids[index] ?? 0);
  const stretches = ids.flatMap((id, index) =>
    distance(index) === distance(index + 1) ? [] : [sql`WHEN id <= ${id} THEN ${distance(index)}`],
  );
  return sql`UPDATE record_change SET sequence = id + CASE ${list(stretches, ' ')} END WHERE id IN (${list(ids.map((id) => sql`${id}`))})`;
}
