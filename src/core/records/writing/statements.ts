import type { EntityManager } from 'typeorm';
import { execute, executeLater } from '../../database/rows';
import { identifier, list, sql, Sql, sqlMoment, tuples, values } from '../../sql';
import { orSet } from '../../sql/dialect';
import type { Cell, Stored } from './stored';

/** New rows of a table, each with a cell for every column. */
export interface NewRows {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** New rows with the members of objects, which all have the same ones, as their columns. */
export function rowsFrom(table: string, objects: readonly object[]): NewRows {
  const columns = Object.keys(objects[0] ?? {});
  return { table, columns, rows: (objects as Stored[]).map((each) => columns.map((name) => cellFrom(each[name]))) };
}

function cellFrom(value: unknown): Cell {
  if (value instanceof Date) return sqlMoment(value);
  return typeof value === 'boolean' ? Number(value) : ((value ?? null) as Cell);
}

const MOST_CELLS = 30_000;
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

function insertionOf(table: string, columns: readonly string[], rows: readonly (readonly Cell[])[]): Sql {
  const { text, params } = tuples(rows);
  const names = list(columns.map((name) => identifier(name)));
  return new Sql(`INSERT INTO ${identifier(table).text} (${names.text}) VALUES ${text}`, params);
}

/** The new values of some columns of a record, or of its row in a side table. */
export interface Update {
  readonly table: string;
  readonly columns: NewValues;
}

/** A value, or SQL that computes it from the row as it is. */
type NewValue = Cell | Sql;
type NewValues = readonly (readonly [name: string, value: NewValue])[];

/** What changes in the rows of a record. */
export interface RecordUpdate {
  readonly id: number;
  readonly updates: readonly Update[];
}

/**
 * Updates the rows of records in several tables, those without columns left out: in one statement per table, on a server all in one round
 * trip, since an UPDATE of joined tables costs it more.
 */
export async function updateRows(em: EntityManager, records: readonly RecordUpdate[]): Promise<void> {
  const statements = updatesOf(records);
  const last = statements.pop();
  for (const statement of statements) await executeLater(em, statement);
  if (last) await execute(em, last);
}

/** The same at the latest before the next statement of the transaction. */
export async function updateRowsLater(em: EntityManager, records: readonly RecordUpdate[]): Promise<void> {
  for (const statement of updatesOf(records)) await executeLater(em, statement);
}

function updatesOf(records: readonly RecordUpdate[]): Sql[] {
  const tables = new Set(records.flatMap(({ updates }) => updates.map(({ table }) => table)));
  return [...tables].flatMap((table) => {
    const changed = records.flatMap(({ id, updates }) => {
      const { columns = [] } = updates.find((update) => update.table === table) ?? {};
      return columns.length > 0 ? [[['id', id] as const, ...columns]] : [];
    });
    // a value takes two parameters: itself, and the id of the record that gets it
    return [...batches(changed, MOST_CELLS / 2, ([, value]) => value)].map((part) => updateOf(table, part));
  });
}

/** An UPDATE of rows each of which has its id first and may have other columns than the others. */
function updateOf(table: string, rows: readonly NewValues[]): Sql {
  const columns = new Map<string, CellOfRow[]>();
  const ids = rows.map(([id]) => id![1] as number);
  rows.forEach((row, index) => {
    for (const [name, value] of row.slice(1)) {
      const cells = columns.get(name) ?? [];
      columns.set(name, cells);
      cells.push([ids[index]!, value]);
    }
  });
  const sets = [...columns].map(([name, cells]) => sql`${identifier(name)} = ${valueByID(name, cells, cells.length === rows.length)}`);
  return sql`UPDATE ${identifier(table)} SET ${list(sets)} WHERE id IN (${values(ids)})`;
}

type CellOfRow = readonly [id: number, value: NewValue];

/** @param isOfAll whether every row gets a value; others keep theirs */
function valueByID(name: string, cells: readonly CellOfRow[], isOfAll: boolean): Sql {
  const [[, first] = []] = cells;
  if (isOfAll && cells.every(([, value]) => value === first)) return parameter(first ?? null);
  const cases = list(
    cells.map(([id, value]) => sql`WHEN ${id} THEN ${parameter(value)}`),
    ' ',
  );
  return isOfAll ? sql`CASE id ${cases} END` : sql`CASE id ${cases} ELSE ${identifier(name)} END`;
}

const parameter = (value: NewValue): Sql => (value === null ? sql`NULL` : sql`${value}`);

/** As many rows at a time as a statement may hold: SQLite takes 32,766 parameters, MariaDB 16 MB. */
function* batches<T>(
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
