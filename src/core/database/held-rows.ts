import type { EntityManager, QueryRunner } from 'typeorm';
import { identifier, sql, values } from '../sql';
import { RecordDataSource } from './data-source';
import { execute } from './rows';

/** The ids of the rows of one table that a transaction has locked, and of those that it has changed. */
interface Held {
  /** A whole number of theirs. */
  readonly column: string;
  readonly locked: Set<number>;
  readonly changed: Set<number>;
}

const heldBy = new WeakMap<QueryRunner, Map<string, Held>>();

/** A statement has only so many parameters. */
const BATCH = 1000;

export const isOnCluster = ({ dataSource }: EntityManager): boolean => dataSource instanceof RecordDataSource && dataSource.isOnCluster;

/**
 * Rows that have been locked by reading them FOR UPDATE. On a cluster that lock holds on one node only, and two transactions conflict when
 * they commit only if both have written the same row.
 * @param column a whole number of theirs, which can be changed and changed back
 */
export function holdRows(em: EntityManager, table: string, ids: readonly number[], column = 'version'): void {
  if (!em.queryRunner || !isOnCluster(em)) return;
  const { locked } = heldOf(em.queryRunner, table, column);
  for (const id of ids) locked.add(id);
}

/** Rows that have got a new version: they need not be written again. */
export function noteChanged(em: EntityManager, table: string, ids: readonly number[]): void {
  if (!em.queryRunner || !isOnCluster(em)) return;
  const { changed } = heldOf(em.queryRunner, table, 'version');
  for (const id of ids) changed.add(id);
}

/** What has been changed may have been undone, back to a savepoint. */
export function forgetChanges({ queryRunner }: EntityManager): void {
  for (const { changed } of (queryRunner && heldBy.get(queryRunner)?.values()) ?? []) changed.clear();
}

/** Before a commit: writes the locked rows that have not been changed, and writes them back, so that nothing changes but all nodes know. */
export async function writeHeldRows(em: EntityManager): Promise<void> {
  const tables = (em.queryRunner && heldBy.get(em.queryRunner)) ?? new Map<string, Held>();
  for (const [table, { column, locked, changed }] of tables) {
    const ids = [...locked].filter((id) => !changed.has(id)).sort((one, other) => one - other);
    for (let from = 0; from < ids.length; from += BATCH) {
      const some = sql`id IN (${values(ids.slice(from, from + BATCH))})`;
      await execute(em, sql`UPDATE ${identifier(table)} SET ${identifier(column)} = ${identifier(column)} + 1 WHERE ${some}`);
      await execute(em, sql`UPDATE ${identifier(table)} SET ${identifier(column)} = ${identifier(column)} - 1 WHERE ${some}`);
    }
  }
}

function heldOf(runner: QueryRunner, table: string, column: string): Held {
  const tables = heldBy.get(runner) ?? new Map<string, Held>();
  heldBy.set(runner, tables);
  const held = tables.get(table) ?? { column, locked: new Set(), changed: new Set() };
  tables.set(table, held);
  return held;
}
