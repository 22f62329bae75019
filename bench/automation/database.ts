import type { Database } from 'better-sqlite3';
import { embeddedDriver } from '../../src/core/sql/embedded-driver';
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise';
import { toMysqlUrl } from '../seed';

export type Value = string | number | null;

/** Direct access to the database, with the same durability settings as the service. */
export interface BenchDatabase {
  all(sql: string, values?: readonly Value[]): Promise<unknown[][]>;
  run(sql: string, values?: readonly Value[]): Promise<void>;
  close(): Promise<void>;
}

export const openDatabase = (url: string): Promise<BenchDatabase> =>
  url.startsWith('sqlite:') ? file(url.slice('sqlite:'.length)) : server(url);

async function file(path: string): Promise<BenchDatabase> {
  const Sqlite = await embeddedDriver();
  const database: Database = new Sqlite(path);
  for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'busy_timeout = 10000', 'foreign_keys = ON', 'cache_size = -65536'])
    database.pragma(pragma);
  return {
    all: (sql, values = []) =>
      Promise.resolve(
        database
          .prepare(sql)
          .raw()
          .all(...values) as unknown[][],
      ),
    run: (sql, values = []) => Promise.resolve(void database.prepare(sql).run(...values)),
    close: () => Promise.resolve(void database.close()),
  };
}

async function server(url: string): Promise<BenchDatabase> {
  const connection: Connection = await createConnection({ uri: toMysqlUrl(url), dateStrings: true, timezone: 'Z', charset: 'utf8mb4' });
  return {
    all: async (sql, values = []) => {
      const [rows] = await connection.query<RowDataPacket[][]>({ sql, values: [...values], rowsAsArray: true });
      return rows;
    },
    run: async (sql, values = []) => void (await connection.query(sql, [...values])),
    close: () => connection.end(),
  };
}

/** Inserts many rows with one statement. */
export function insert(
  store: BenchDatabase,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly Value[])[],
): Promise<void> {
  const tuple = `(${columns.map(() => '?').join(', ')})`;
  return store.run(`INSERT INTO ${table} (${columns.join(', ')}) VALUES ${rows.map(() => tuple).join(', ')}`, rows.flat());
}

export const placeholders = (values: readonly unknown[]): string => values.map(() => '?').join(', ');
