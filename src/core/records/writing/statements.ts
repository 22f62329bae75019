import type { EntityManager } from 'typeorm';
import { execute } from '../../database/rows';
import { identifier, list, sql, Sql, tuples } from '../../sql';
import { updatesOf } from '../../sql/dialect';
import type { Cell } from './stored';

export type Columns = [name: string, value: Cell][];

const MOST_CELLS = 30_000;
/** A character has up to four bytes. */
const MOST_CHARACTERS = 3_000_000;

/** Inserts rows of the same columns, in as few statements as their size allows. */
export async function insertRows(em: EntityManager, table: string, rows: readonly Columns[]): Promise<void> {
  for (const part of batches(rows)) await execute(em, insertion(table, part));
}

/** An INSERT of rows of the same columns; those that are NULL in every row are left out, since that is their default. */
export function insertion(table: string, rows: readonly Columns[]): Sql {
  const all = (rows[0] ?? []).map(([name], index) => ({ name, index }));
  const used = all.filter(({ index }) => rows.some((row) => row[index]![1] !== null));
  const columns = used.length > 0 ? used : all;
  const { text, params } = tuples(rows.map((row) => columns.map(({ index }) => row[index]![1])));
  const names = list(columns.map(({ name }) => identifier(name)));
  return new Sql(`INSERT INTO ${identifier(table).text} (${names.text}) VALUES ${text}`, params);
}

/** The new values of some columns of a record, or of its row in a side table. */
export interface Update {
  readonly table: string;
  readonly columns: Columns;
}

/** Updates the row of a record in several tables, those without columns left out. */
export async function updateRows(em: EntityManager, id: number, updates: readonly Update[]): Promise<void> {
  const given = updates.filter(({ columns }) => columns.length > 0);
  const rows = given.map(({ table, columns }) => ({ table, columns: columns.map(([name, value]) => [name, parameter(value)] as const) }));
  for (const statement of updatesOf(id, rows)) await execute(em, statement);
}

const parameter = (value: Cell): Sql => (value === null ? sql`NULL` : sql`${value}`);

/** As many rows at a time as a statement may hold: SQLite takes 32,766 parameters, MariaDB 16 MB. */
export function* batches(rows: readonly Columns[]): Generator<Columns[]> {
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
