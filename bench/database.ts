import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { embeddedDriver } from '../src/core/sql/embedded-driver';
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise';

export type Value = string | number | null;

/** Direct access to the database, with the same durability settings as the service. */
export interface BenchDatabase {
  all(sql: string, values?: readonly Value[]): Promise<unknown[][]>;
  run(sql: string, values?: readonly Value[]): Promise<void>;
  /** Rows with the names of their columns. */
  records(sql: string, values?: readonly Value[]): Promise<Record<string, unknown>[]>;
  /** The names of all tables. */
  tables(): Promise<string[]>;
  /** The names of its columns, in their order. */
  primaryKey(table: string): Promise<string[]>;
  /** Whether foreign keys are checked, outside of transactions. */
  checkReferences(checked: boolean): Promise<void>;
  /** Whether a transaction of another connection holds locks in it, perhaps of a process that is suspended. */
  isLocked(): Promise<boolean>;
  close(): Promise<void>;
}

/** mysql2 accepts only mysql: URLs, for both kinds of server. */
export const toMysqlUrl = (url: string): string => url.replace(/^mariadb:/, 'mysql:');

export const isEmbedded = (url: string): boolean => url.startsWith('sqlite:');
export const pathOf = (url: string): string => url.slice('sqlite:'.length);

export const openDatabase = (url: string): Promise<BenchDatabase> => (isEmbedded(url) ? file(pathOf(url)) : server(url));

async function file(path: string): Promise<BenchDatabase> {
  const Sqlite = await embeddedDriver();
  const database: Database = new Sqlite(path);
  for (const pragma of [
    'journal_mode = WAL',
    'synchronous = FULL',
    'busy_timeout = 10000',
    'foreign_keys = ON',
    'secure_delete = ON',
    'cache_size = -65536',
  ])
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
    records: (sql, values = []) => Promise.resolve(database.prepare(sql).all(...values) as Record<string, unknown>[]),
    tables: () => Promise.resolve(database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all() as string[]),
    primaryKey: (table) =>
      Promise.resolve(database.prepare('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk').pluck().all(table) as string[]),
    checkReferences: (checked) => Promise.resolve(void database.pragma(`foreign_keys = ${checked ? 'ON' : 'OFF'}`)),
    isLocked: () => Promise.resolve(isLocked(database)),
    close: () => Promise.resolve(void database.close()),
  };
}

function isLocked(database: Database): boolean {
  const timeout: unknown = database.pragma('busy_timeout', { simple: true });
  database.pragma('busy_timeout = 0');
  try {
    database.exec('BEGIN IMMEDIATE; ROLLBACK');
    return false;
  } catch (error) {
    if ((error as { code?: unknown }).code === 'SQLITE_BUSY') return true;
    throw error;
  } finally {
    database.pragma(`busy_timeout = ${String(timeout)}`);
  }
}

/** For how long MariaDB and MySQL give the same list of transactions. */
const TRANSACTIONS_CACHED_MS = 100;
const LOCKING_TRANSACTIONS = `SELECT COUNT(*) FROM information_schema.innodb_trx JOIN information_schema.processlist ON id = trx_mysql_thread_id
  WHERE db = DATABASE() AND id <> CONNECTION_ID() AND trx_rows_locked + trx_rows_modified > 0`;

async function server(url: string): Promise<BenchDatabase> {
  const connection: Connection = await createConnection({ uri: toMysqlUrl(url), dateStrings: true, timezone: 'Z', charset: 'utf8mb4' });
  return {
    all: async (sql, values = []) => {
      const [rows] = await connection.query<RowDataPacket[][]>({ sql, values: [...values], rowsAsArray: true });
      return rows;
    },
    run: async (sql, values = []) => void (await connection.query(sql, [...values])),
    records: async (sql, values = []) => (await connection.query<RowDataPacket[]>(sql, [...values]))[0],
    tables: async () => {
      const [found] = await connection.query<(RowDataPacket & { name: string })[]>(
        'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()',
      );
      return found.map(({ name }) => name);
    },
    primaryKey: async (table) => {
      const [found] = await connection.query<(RowDataPacket & { name: string })[]>(
        "SELECT column_name AS name FROM information_schema.key_column_usage WHERE table_schema = DATABASE() AND table_name = ? AND constraint_name = 'PRIMARY' ORDER BY ordinal_position",
        [table],
      );
      return found.map(({ name }) => name);
    },
    checkReferences: async (checked) => void (await connection.query('SET SESSION foreign_key_checks = ?', [Number(checked)])),
    isLocked: async () => {
      await pause(2 * TRANSACTIONS_CACHED_MS);
      const [[[count] = []]] = await connection.query<RowDataPacket[][]>({ sql: LOCKING_TRANSACTIONS, rowsAsArray: true });
      return Number(count) > 0;
    },
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
