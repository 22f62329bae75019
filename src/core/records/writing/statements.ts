import type { EntityManager } from 'typeorm';
import { batches, MOST_CELLS } from '../../database/insert-rows';
import { execute, executeLater } from '../../database/rows';
import { identifier, list, sql, type Sql, values } from '../../sql';
import type { Cell } from './stored';

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
