import type { EntityManager } from 'typeorm';
import { FOR_UPDATE } from '../../sql/dialect';
import { isDuplicate } from '../../database/errors';
import { execute, rows, type Row } from '../../database/rows';
import type { FoldedColumn } from '../../fields/folded-column';
import { identifier, list, sql, Sql, TRUE, type SqlValue } from '../../sql';

/** The values of the columns that identify a row. */
export type RowID = readonly SqlValue[];

/** A folded column of one row: its stored value and the value recomputed from its source columns. */
interface FoldedRow {
  readonly id: RowID;
  readonly stored: string | null;
  readonly recomputed: string | null;
}

/** The next rows of a folded column, in the order of their ids. @param after the last row of the previous batch; undefined for the first */
export const foldedRowsAfter = (em: EntityManager, column: FoldedColumn, after: RowID | undefined, limit: number): Promise<FoldedRow[]> =>
  rowsWhere(em, column, sql`${after ? compared(column, '>', after) : TRUE} ORDER BY ${names(column.id)} LIMIT ${limit}`);

export const isStale = ({ stored, recomputed }: FoldedRow): boolean => stored !== recomputed;

/** Stores the recomputed values. @returns rows left unchanged because another row already has their recomputed key */
export async function fixFolded(em: EntityManager, column: FoldedColumn, ids: readonly RowID[]): Promise<RowID[]> {
  const clashing: RowID[] = [];
  for (const id of ids) {
    const found = await rowsWhere(em, column, sql`${compared(column, '=', id)}${new Sql(FOR_UPDATE)}`);
    for (const { recomputed } of found.filter(isStale)) {
      if (!(await tryUpdate(em, column, id, recomputed))) clashing.push(id);
    }
  }
  return clashing;
}

async function tryUpdate(em: EntityManager, column: FoldedColumn, id: RowID, recomputed: string | null): Promise<boolean> {
  try {
    await execute(
      em,
      sql`UPDATE ${identifier(column.table)} SET ${identifier(column.column)} = ${recomputed ?? new Sql('NULL')} WHERE ${compared(column, '=', id)}`,
    );
    return true;
  } catch (error) {
    if (isDuplicate(error)) return false;
    throw error;
  }
}

async function rowsWhere(em: EntityManager, { table, column, id, derivedFrom, derive }: FoldedColumn, where: Sql): Promise<FoldedRow[]> {
  const found = await rows(em, sql`SELECT ${names([column, ...id, ...derivedFrom])} FROM ${identifier(table)} WHERE ${where}`);
  return found.map(([stored, ...cells]: Row) => ({
    id: cells.slice(0, id.length) as SqlValue[],
    stored: stored as string | null,
    recomputed: derive(cells.slice(id.length), stored as string | null),
  }));
}

const names = (columns: readonly string[]): Sql => list(columns.map((each) => identifier(each)));
const compared = ({ id }: FoldedColumn, sign: '=' | '>', values: RowID): Sql =>
  sql`(${names(id)}) ${new Sql(sign)} (${list(values.map((each) => sql`${each}`))})`;
