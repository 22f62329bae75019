import type { EntityManager } from 'typeorm';
import { FOR_UPDATE } from '../../database/dialect';
import { isDuplicate } from '../../database/errors';
import { execute, rows, type Row } from '../../database/rows';
import type { FoldedColumn } from '../../fields/folded-column';
import { identifier, list, sql, Sql, TRUE, type SqlValue } from '../../query';

/** By what a row is known: the values of its id. */
export type RowID = readonly SqlValue[];

/** A row with what it follows from. */
interface Kept {
  readonly id: RowID;
  readonly kept: string | null;
  readonly anew: string | null;
}

/** The next rows of a column, as they are kept and as they would be. @param after the last row before them, undefined at the beginning */
export const foldedAfter = (em: EntityManager, column: FoldedColumn, after: RowID | undefined, limit: number): Promise<Kept[]> =>
  keptWhere(em, column, sql`${after ? compared(column, '>', after) : TRUE} ORDER BY ${names(column.id)} LIMIT ${limit}`);

export const isWrong = ({ kept, anew }: Kept): boolean => kept !== anew;

/** Sets rows right. @returns those that are left as they are, since another one is already what they would be */
export async function mendFolded(em: EntityManager, column: FoldedColumn, ids: readonly RowID[]): Promise<RowID[]> {
  const clashing: RowID[] = [];
  for (const id of ids) {
    const found = await keptWhere(em, column, sql`${compared(column, '=', id)}${new Sql(FOR_UPDATE)}`);
    for (const { anew } of found.filter(isWrong)) {
      if (!(await isKept(em, column, id, anew))) clashing.push(id);
    }
  }
  return clashing;
}

async function isKept(em: EntityManager, column: FoldedColumn, id: RowID, anew: string | null): Promise<boolean> {
  try {
    await execute(
      em,
      sql`UPDATE ${identifier(column.table)} SET ${identifier(column.column)} = ${anew ?? new Sql('NULL')} WHERE ${compared(column, '=', id)}`,
    );
    return true;
  } catch (error) {
    if (isDuplicate(error)) return false;
    throw error;
  }
}

async function keptWhere(em: EntityManager, { table, column, id, from, follows }: FoldedColumn, where: Sql): Promise<Kept[]> {
  const found = await rows(em, sql`SELECT ${names([column, ...id, ...from])} FROM ${identifier(table)} WHERE ${where}`);
  return found.map(([kept, ...cells]: Row) => ({
    id: cells.slice(0, id.length) as SqlValue[],
    kept: kept as string | null,
    anew: follows(cells.slice(id.length), kept as string | null),
  }));
}

const names = (columns: readonly string[]): Sql => list(columns.map((each) => identifier(each)));
const compared = ({ id }: FoldedColumn, sign: '=' | '>', values: RowID): Sql =>
  sql`(${names(id)}) ${new Sql(sign)} (${list(values.map((each) => sql`${each}`))})`;
