import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { RecordDataSource } from '../../src/core/database/data-source';
import { execute, rows } from '../../src/core/database/rows';
import { identifier, list, sql, Sql, tuples } from '../../src/core/sql';
import { schemaOf, type Schema } from './schema';

const FOLDER = join(__dirname, '../releases');
/** Values of one INSERT. */
const AT_ONCE = 10_000;

/** What `npm run release:record` keeps of a version. */
export interface Release {
  readonly version: string;
  readonly lastMigration: number;
  readonly clockStart: string;
  /** Tables and columns that it does not use any more. */
  readonly unused: readonly string[];
  /** Of its answers, what later versions have changed on purpose. */
  readonly corrected: readonly string[];
  /** The SHA-256 of each. */
  readonly migrations: Readonly<Record<string, string>>;
}

interface Filling {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** What a version answered about its database. */
export interface Answer {
  readonly path: string;
  readonly body: unknown;
}

/** The oldest first. */
export const RELEASES: readonly Release[] = readdirSync(FOLDER)
  .filter((name) => /^\d+\.\d+$/.test(name))
  .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
  .map((version) => ({
    ...(JSON.parse(readFileSync(join(FOLDER, version, 'release.json'), 'utf8')) as Omit<Release, 'version'>),
    version,
  }));

export const answersOf = ({ version }: Release): Answer[] => lines(version, 'answers') as Answer[];

const lines = (version: string, name: string): unknown[] =>
  gunzipSync(readFileSync(join(FOLDER, version, `${name}.ndjson.gz`)))
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

/** Fills the tables of a store, which the migrations of the version have made, with what that version left in them. */
export async function fillAs({ version }: Release, store: RecordDataSource): Promise<void> {
  const runner = store.createQueryRunner();
  const isFile = store.options.type === 'better-sqlite3';
  const keys = (on: boolean): Promise<unknown> =>
    runner.query(isFile ? `PRAGMA foreign_keys = ${on ? 'ON' : 'OFF'}` : `SET foreign_key_checks = ${Number(on)}`);
  try {
    await keys(false);
    await runner.startTransaction();
    for (const table of Object.keys(await schemaOf(runner.manager))) await execute(runner.manager, sql`DELETE FROM ${identifier(table)}`);
    for (const filling of lines(version, 'data') as Filling[])
      for (const statement of inserts(filling)) await execute(runner.manager, statement);
    await runner.commitTransaction();
    await keys(true);
  } finally {
    await runner.release();
  }
}

function inserts({ table, columns, rows: filling }: Filling): Sql[] {
  const size = Math.floor(AT_ONCE / columns.length);
  const names = list(columns.map((name) => identifier(name)));
  return Array.from({ length: Math.ceil(filling.length / size) }, (_, at) => {
    const chunk = filling.slice(at * size, (at + 1) * size);
    return sql`INSERT INTO ${identifier(table)} (${names}) VALUES ${tuples(chunk)}`;
  });
}

/** How often each column of a schema has each value: `job.title` → text → count. */
export async function valuesOf(store: RecordDataSource, schema: Schema): Promise<Map<string, Map<string, number>>> {
  const found = new Map<string, Map<string, number>>();
  for (const [table, { columns }] of Object.entries(schema)) {
    const names = Object.keys(columns);
    const stored = await rows(store.manager, sql`SELECT ${list(names.map((name) => identifier(name)))} FROM ${identifier(table)}`);
    for (const [at, name] of names.entries()) found.set(`${table}.${name}`, counted(stored.map((row) => JSON.stringify(row[at]))));
  }
  return found;
}

function counted(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** The columns from which a value has gone, or in which it is rarer than before. */
export const otherValues = (before: Map<string, Map<string, number>>, after: Map<string, Map<string, number>>): string[] =>
  [...before]
    .filter(([column, values]) => after.has(column) && [...values].some(([value, count]) => (after.get(column)?.get(value) ?? 0) < count))
    .map(([column]) => `${column} has other values`);
