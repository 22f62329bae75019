import type { EntityManager } from 'typeorm';
import { identifier, list, sql, Sql, sqlMoment, tuples, type SqlValue } from '../sql';
import { orSet } from '../sql/dialect';
import { execute, executeLater } from './rows';

/** New rows of a table, each with a cell for every column. */
export interface NewRows {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (SqlValue | null)[])[];
}

/** New rows with the members of objects, which all have the same ones, as their columns. */
export function rowsFrom(table: string, objects: readonly object[]): NewRows {
  const columns = Object.keys(objects[0] ?? {});
  return { table, columns, rows: (objects as Record<string, unknown>[]).map((each) => columns.map((name) => cellFrom(each[name]))) };
}

function cellFrom(value: unknown): SqlValue | null {
  if (value instanceof Date) return sqlMoment(value);
  return typeof value === 'boolean' ? Number(value) : ((value ?? null) as SqlValue | null);
}

/** As many parameters as a statement may have. */
export const MOST_CELLS = 30_000;
/** A character has up to four bytes. */
const MOST_CHARACTERS = 3_000_000;

/** Inserts rows, in as few statements as their size allows. */
export async function insertRows(em: EntityManager, inserted: NewRows): Promise<void> {
  for (const part of parts(inserted)) await execute(em, insertion(part));
}

/**
 * The same at the latest before the next statement of the transaction.
 * @param key the columns by which a row may exist already, and stays then: what is derived may be stored as an older release derived it
 */
export async function insertRowsLater(em: EntityManager, inserted: NewRows, key?: readonly string[]): Promise<void> {
  const otherwise = key ? orSet(key, sql`id = id`) : sql``;
  for (const part of parts(inserted)) await executeLater(em, sql`${insertion(part)}${otherwise}`);
}

/** As many rows at a time as a statement may hold. */
export function* parts({ table, columns, rows }: NewRows): Generator<NewRows> {
  for (const part of batches(rows)) yield { table, columns, rows: part };
}

/** An INSERT of rows; columns that are NULL in all of them are left out, since that is their default. */
export function insertion({ table, columns, rows }: NewRows): Sql {
  const used = columns.flatMap((name, index) => (rows.some((row) => row[index] !== null) ? [index] : []));
  if (used.length === 0 || used.length === columns.length) return insertionOf(table, columns, rows);
  return insertionOf(
    table,
    used.map((index) => columns[index]!),
    rows.map((row) => used.map((index) => row[index]!)),
  );
}

function insertionOf(table: string, columns: readonly string[], rows: readonly (readonly (SqlValue | null)[])[]): Sql {
  const { text, params } = tuples(rows);
  const names = list(columns.map((name) => identifier(name)));
  return new Sql(`INSERT INTO ${identifier(table).text} (${names.text}) VALUES ${text}`, params);
}

/** As many rows at a time as a statement may hold: SQLite takes 32,766 parameters, MariaDB 16 MB. */
export function* batches<T>(
  rows: readonly (readonly T[])[],
  mostCells = MOST_CELLS,
  valueOf = (cell: T): unknown => cell,
): Generator<(readonly T[])[]> {
  let [part, cells, characters]: [(readonly T[])[], number, number] = [[], 0, 0];
  for (const row of rows) {
    const length = row.reduce((sum, cell) => sum + lengthOf(valueOf(cell)), 0);
    if (part.length > 0 && (cells + row.length > mostCells || characters + length > MOST_CHARACTERS)) {
      yield part;
      [part, cells, characters] = [[], 0, 0];
    }
    part.push(row);
    cells += row.length;
    characters += length;
  }
  if (part.length > 0) yield part;
}

const lengthOf = (value: unknown): number => (typeof value === 'string' ? value.length : 1);
