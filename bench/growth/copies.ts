import { openDatabase, type BenchDatabase } from '../database';
import { isUpToDate } from '../seed';
import { copiedColumn, type Copying } from './copied-column';
import { grownTables, isShifted, type Column, type Table } from './grown-tables';

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
 * same number in every table, so that whatever refers to a record by its id still does, side tables included.
 */
export async function copyFirm(fromUrl: string, toUrl: string, copies: number, report: Report): Promise<void> {
  const [from, to] = [databaseOf(fromUrl), databaseOf(toUrl)];
  const server = await openDatabase(fromUrl);
  try {
    const tables = await tablesOf(server, from);
    const grown = grownTables(tables);
    const copying = { from, tables, grown, shift: await largestID(server, from, tables, grown) };
    await server.run(`DROP DATABASE IF EXISTS \`${to}\``);
    await server.run(`CREATE DATABASE \`${to}\` CHARACTER SET utf8mb4`);
    await server.run(`USE \`${to}\``);
    // the rows were checked when they were first inserted; without these checks, MariaDB sorts them and writes each key at once
    await server.run('SET SESSION foreign_key_checks = 0, unique_checks = 0');
    for (const table of tables) {
      report(table.name);
      await createLike(server, from, table.name);
      await insertCopies(server, copying, table, grown.has(table.name) ? copies : 1);
    }
    for (const { name } of tables) await server.run(`ANALYZE TABLE \`${name}\``);
    await server.run(`CREATE TABLE ${MARK} SELECT ${copies} AS copies`);
  } finally {
    await server.close();
  }
}

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

/** All in one statement: only the first one into an empty table is sorted. */
async function insertCopies(server: BenchDatabase, copying: Copying, table: Table, copies: number): Promise<void> {
  const { name, columns } = table;
  const numbers = Array.from({ length: copies }, (_, copy) => `SELECT ${copy} AS copy`).join(' UNION ALL ');
  const record = name.endsWith('_response') ? ` JOIN \`${copying.from}\`.\`${name.slice(0, -'_response'.length)}\` r ON r.id = s.id` : '';
  await server.run(
    `INSERT INTO \`${name}\` (${columns.map((column) => `\`${column.name}\``).join(', ')})
      SELECT STRAIGHT_JOIN ${columns.map((column) => copiedColumn(copying, table, column)).join(', ')}
      FROM (${numbers}) c JOIN \`${copying.from}\`.\`${name}\` s${record}`,
  );
}
