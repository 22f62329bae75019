import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Pool } from 'mysql2';
import { DataSource, type DataSourceOptions } from 'typeorm';
import type { MysqlDriver } from 'typeorm/driver/mysql/MysqlDriver';
import { createConnection } from 'mysql2/promise';
import type { DatabaseAddress, DatabaseServer, EmbeddedDatabase } from '../config';
import { allRecordTypes } from '../fields/record-type';
import { migrations } from './migrations';
import { opened } from './opened';
import { sideTables } from './side-tables';

type Entities = readonly Function[];

/** At most this long for one query on a server, in milliseconds. */
export const QUERY_TIME = 30_000;
const POOL = 10;

/** The store that everything is read from and written to, not yet connected. @throws SettingError when it is not to be had */
export async function storeAt(address: DatabaseAddress, entities: Entities): Promise<DataSource> {
  const common = {
    entities: [...entities, ...allRecordTypes().flatMap(sideTables)],
    migrations,
    migrationsTransactionMode: 'each' as const,
  };
  return new DataSource(address.kind === 'sqlite' ? await embedded(address) : { ...server(address), type: await kindOf(address) });

  async function embedded({ path }: EmbeddedDatabase): Promise<DataSourceOptions> {
    if (path !== ':memory:') await opened(mkdir(dirname(path), { recursive: true }));
    return { ...common, type: 'better-sqlite3', database: path, prepareDatabase: prepare };
  }

  function server({ host, port, user, password, database }: DatabaseServer) {
    return {
      ...common,
      host,
      port,
      username: user,
      password,
      database,
      charset: 'utf8mb4',
      timezone: 'Z',
      supportBigNumbers: false,
      bigNumberStrings: false,
      poolSize: POOL,
      connectTimeout: 10_000,
      extra: { maxPreparedStatements: 200 },
    };
  }
}

/** Reads committed data only: on the embedded database a second, read-only connection; on a server the store itself. */
export function readerOf(store: DataSource): DataSource {
  if (store.options.type !== 'better-sqlite3' || store.options.database === ':memory:') return store;
  return new DataSource({ ...store.options, readonly: true, migrations: [] });
}

/** Connects, and sets what every connection must have: strict checks, no escapes by setting, UTC, a limit to a query's time. */
export async function connected(source: DataSource): Promise<DataSource> {
  await opened(source.initialize());
  if (source.options.type === 'better-sqlite3') return source;
  const pool = (source.driver as MysqlDriver).pool as Pool;
  const settings = sessionSettings(source.options.type);
  pool.on('connection', (connection) =>
    settings.forEach((statement) => connection.query(statement, (error) => error && connection.destroy())),
  );
  for (const statement of settings) await source.query(statement);
  return source;
}

const sessionSettings = (kind: string): string[] => [
  "SET SESSION sql_mode = 'ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'",
  "SET SESSION time_zone = '+00:00'",
  'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
  timeLimit(kind, QUERY_TIME),
  // MySQL makes joins of conditions on related records, and would try all orders of twenty tables for half a minute
  'SET SESSION optimizer_search_depth = 4',
];

/** SQL that limits every query of a connection, in milliseconds; 0 = no limit. MySQL limits what only reads, MariaDB everything. */
export function timeLimit(kind: string, milliseconds: number): string {
  return kind === 'mysql' ? `SET SESSION max_execution_time = ${milliseconds}` : `SET SESSION max_statement_time = ${milliseconds / 1000}`;
}

interface Preparable {
  pragma(source: string): unknown;
  readonly: boolean;
}

/** Write-ahead log, so that reading and writing do not wait for each other; what is acknowledged is on disk. */
function prepare(database: Preparable): void {
  if (!database.readonly) database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('busy_timeout = 10000');
  database.pragma('foreign_keys = ON');
  database.pragma('cache_size = -65536');
}

/** MySQL and MariaDB answer the same protocol but describe their tables differently: ask which it is. */
async function kindOf({ host, port, user, password, database }: DatabaseServer): Promise<'mysql' | 'mariadb'> {
  const connection = await opened(createConnection({ host, port, user, password, database, connectTimeout: 10_000 }));
  try {
    const [answer] = await connection.query('SELECT VERSION() AS version');
    return /mariadb/i.test(JSON.stringify(answer)) ? 'mariadb' : 'mysql';
  } finally {
    await connection.end();
  }
}
