import type { EntityManager } from 'typeorm';
import { execute } from '../../database/rows';
import { identifier, list, sql, type Sql } from '../../sql';
import type { Cell } from './stored';

export type Columns = [name: string, value: Cell][];

const MOST_CELLS = 30_000;
/** A character has up to four bytes. */
const MOST_CHARACTERS = 3_000_000;

/** Inserts rows of the same columns, in as few statements as their size allows. */
export async function insertRows(em: EntityManager, table: string, rows: readonly Columns[]): Promise<void> {
  for (const part of batches(rows)) await execute(em, insertion(table, part));
}

export function insertion(table: string, rows: readonly Columns[]): Sql {
  const columns = list((rows[0] ?? []).map(([name]) => identifier(name)));
  const tuples = list(rows.map((row) => sql`(${list(row.map(([, value]) => parameter(value)))})`));
  return sql`INSERT INTO ${identifier(table)} (${columns}) VALUES ${tuples}`;
}

export const updating = (table: string, id: number, columns: Columns): Sql =>
  sql`UPDATE ${identifier(table)} SET ${list(columns.map(([name, value]) => sql`${identifier(name)} = ${parameter(value)}`))} WHERE id = ${id}`;

const parameter = (value: Cell): Sql => (value === null ? sql`NULL` : sql`${value}`);

/** As many rows at a time as a statement may hold: SQLite takes 32,766 parameters, MariaDB 16 MB. */
function* batches(rows: readonly Columns[]): Generator<Columns[]> {
  let [part, cells, characters]: [Columns[], number, number] = [[], 0, 0];
  for (const row of rows) {
    const length = row.reduce((sum, [, value]) => sum + String(value).length, 0);
    if (part.length > 0 && (cells + row.length > MOST_CELLS || characters + length > MOST_CHARACTERS)) {
      yield part;
      [part, cells, characters] = [[], 0, 0];
    }
    part.push(row);
    cells += row.length;
    characters += length;
  }
  if (part.length > 0) yield part;
}
