import { openDatabase, type BenchDatabase } from '../database';
import { isUpToDate } from '../seed';
import { grownTables, isShifted, varied, type Column, type Table } from './grown-tables';

/** Told before each table, since a million rows take minutes. */
type Report = (text: string) => void;

/** The URL of a database beside the given one. */
export function urlBeside(url: string, suffix: string): string {
  const beside = new URL(url);
  beside.pathname += `_${suffix}`;
  return beside.href;
}

export const databaseOf = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1));

/** Says that a copy was completed, and of how many firms. */
const MARK = 'bench_copies';

/** Whether the database is a complete copy. */
export async function hasCopies(url: string, copies: number): Promise<boolean> {
  try {
    const store = await openDatabase(url);
    try {
      const [[made] = []] = await store.all(`SELECT copies FROM ${MARK}`);
      return made === copies && (await isUpToDate(store));
    } finally {
      await store.close();
    }
  } catch {
    return false;
  }
}

/**
 * Makes a database that has the firm of another one several times over, inside the server. Ids of the copies are shifted by the
 * same number in every table, so that whatever refers to a record by its id still does, side tables included. Stored responses have ids
 * in their text: those of the copies are rebuilt as after an upgrade.
 */
export async function copyFirm(
  fromUrl: string,
  toUrl: string,
  copies: number,
  report: Report,
  rebuild: () => Promise<void>,
): Promise<void> {
  const [from, to] = [databaseOf(fromUrl), databaseOf(toUrl)];
  const server = await openDatabase(fromUrl);
  try {
    const tables = await tablesOf(server, from);
    const grown = grownTables(tables);
    const shift = await largestID(server, from, tables, grown);
    await server.run(`DROP DATABASE IF EXISTS \`${to}\``);
    await server.run(`CREATE DATABASE \`${to}\` CHARACTER SET utf8mb4`);
    await server.run(`USE \`${to}\``);
    // the rows were checked when they were first inserted
    await server.run('SET SESSION foreign_key_checks = 0, unique_checks = 0');
    for (const table of tables) {
      report(table.name);
      await createLike(server, from, table.name);
      const times = grown.has(table.name) && !isRebuilt(table) ? copies : 1;
      for (let copy = 0; copy < times; copy++) await insertCopy(server, from, table, grown, copy, shift);
    }
    if (tables.some(isRebuilt)) {
      report('responses');
      await rebuild();
    }
    for (const { name } of tables) await server.run(`ANALYZE TABLE \`${name}\``);
    await server.run(`CREATE TABLE ${MARK} SELECT ${copies} AS copies`);
  } finally {
    await server.close();
  }
}

const isRebuilt = ({ name }: Table): boolean => name.endsWith('_response');

async function tablesOf(server: BenchDatabase, database: string): Promise<Table[]> {
  const found = await server.all(
    `SELECT c.table_name, c.column_name, c.data_type, k.referenced_table_name FROM information_schema.columns c
      JOIN information_schema.tables t ON t.table_schema = c.table_schema AND t.table_name = c.table_name AND t.table_type = 'BASE TABLE'
      LEFT JOIN information_schema.key_column_usage k ON k.table_schema = c.table_schema AND k.table_name = c.table_name
        AND k.column_name = c.column_name AND k.referenced_table_name IS NOT NULL
      WHERE c.table_schema = ? AND c.extra NOT LIKE '%GENERATED%' ORDER BY c.table_name, c.ordinal_position`,
    [database],
  );
  const tables = new Map<string, Column[]>();
  for (const [table, name, type, refersTo] of found) {
    const columns = tables.get(String(table)) ?? [];
    tables.set(String(table), columns);
    columns.push({
      name: String(name),
      isInteger: /^(?:int|bigint)$/.test(String(type)),
      isText: /char|text/.test(String(type)),
      ...(typeof refersTo === 'string' && { refersTo }),
    });
  }
  return [...tables].map(([name, columns]) => ({ name, columns }));
}

async function largestID(server: BenchDatabase, database: string, tables: readonly Table[], grown: ReadonlySet<string>): Promise<number> {
  let largest = 0;
  for (const { name, columns } of tables.filter((table) => grown.has(table.name)))
    for (const column of columns.filter((each) => isShifted(each, grown))) {
      const [[most] = []] = await server.all(`SELECT MAX(\`${column.name}\`) FROM \`${database}\`.\`${name}\``);
      largest = Math.max(largest, Number(most));
    }
  return largest;
}

/** With its foreign keys, which CREATE TABLE … LIKE leaves out. */
async function createLike(server: BenchDatabase, from: string, table: string): Promise<void> {
  const [[, statement] = []] = await server.all(`SHOW CREATE TABLE \`${from}\`.\`${table}\``);
  await server.run(String(statement));
}

async function insertCopy(
  server: BenchDatabase,
  from: string,
  { name, columns }: Table,
  grown: ReadonlySet<string>,
  copy: number,
  shift: number,
): Promise<void> {
  const cell = (column: Column): string => {
    const quoted = `\`${column.name}\``;
    if (copy === 0) return quoted;
    return isShifted(column, grown) ? `${quoted} + ${copy * shift}` : varied(column, quoted, copy);
  };
  await server.run(
    `INSERT INTO \`${name}\` (${columns.map((column) => `\`${column.name}\``).join(', ')})
      SELECT ${columns.map(cell).join(', ')} FROM \`${from}\`.\`${name}\``,
  );
}
