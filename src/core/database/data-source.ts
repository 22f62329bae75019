import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Pool, PoolConnection } from 'mysql2';
import { DataSource, type DataSourceOptions, type EntityManager, type EntitySchema } from 'typeorm';
import type { MysqlDriver } from 'typeorm/driver/mysql/MysqlDriver';
import type { DatabaseAddress, DatabaseServer, EmbeddedDatabase } from '../config';
import type { RecordTypes } from '../fields/record-types';
import { embeddedDriver } from '../sql/embedded-driver';
import { belongsToCluster, SEE_ALL_NODES } from './cluster';
import { limitStatements } from './deadline';
import { askHost, examineHost, kindOfHost, type Login } from './examine-host';
import { migrations } from './migrations';
import { retriedUntilReady } from './patience';
import { SearchThread } from './search-thread';
import { ServerHosts, type ServerOptions } from './server-hosts';
import { ServerWatch } from './server-watch';
import { QUERY_TIMEOUT_MS, sessionSettings, setSession } from './session-settings';
import { orSettingError } from './setting-error';
import { tlsOptions } from './tls';

/** The tables of an application, and the record types that they belong to. */
export interface Schema {
  readonly entities: readonly (Function | EntitySchema)[];
  readonly types: RecordTypes;
}

export const POOL = 10;
const CONNECT_TIMEOUT_MS = 4_000;
/** Where another host can be taken, a silent one is left soon. */
const SUSPICIOUS_OF_ONE_OF_SEVERAL_MS = 1000;

/** Amounts have no more digits than numbers of JavaScript keep. */
const EXTRA = { maxPreparedStatements: 200, decimalNumbers: true };

/** A data source that knows the record types whose tables it opens. */
export class RecordDataSource extends DataSource {
  /** That of the server; the embedded database has none. */
  watch?: ServerWatch;
  /** Of several nodes that all take writes. */
  isOnCluster = false;

  /** @param searches a thread for reads of the embedded database that may take long */
  constructor(
    options: DataSourceOptions,
    readonly types: RecordTypes,
    readonly searches?: SearchThread,
  ) {
    super(options);
  }

  /** Those of the server. */
  get hosts(): ServerHosts | undefined {
    return hostsOf(this.options);
  }

  override async destroy(): Promise<void> {
    this.hosts?.close();
    this.watch?.close();
    await this.searches?.close();
    if (this.options.type === 'better-sqlite3' && !this.options.readonly) await this.finishFile().catch(() => undefined);
    await super.destroy();
  }

  /** What was deleted would otherwise remain in the file and the log of an embedded database, if it is closed before its
   * readers. A file that cannot be written is closed as it is. */
  private async finishFile(): Promise<void> {
    await this.query('PRAGMA busy_timeout = 1000');
    await this.query('PRAGMA wal_checkpoint(TRUNCATE)');
  }
}

/** The record types of the application that an entity manager belongs to. */
export function typesOf({ dataSource }: EntityManager): RecordTypes {
  if (dataSource instanceof RecordDataSource) return dataSource.types;
  throw new Error('This data source has no record types: open it with dataSourceFor.');
}

/** The data source for all reads and writes, not yet connected. @throws SettingError if the database cannot be opened */
export async function dataSourceFor(address: DatabaseAddress, { entities, types }: Schema): Promise<RecordDataSource> {
  const common = {
    entities: [...entities],
    migrations,
    migrationsTransactionMode: 'each' as const,
  };
  return new RecordDataSource(address.kind === 'sqlite' ? await embedded(address) : await server(address), types);

  async function embedded({ path }: EmbeddedDatabase): Promise<DataSourceOptions> {
    if (path !== ':memory:') await orSettingError(mkdir(dirname(path), { recursive: true }));
    return { ...common, type: 'better-sqlite3', driver: await embeddedDriver(), database: path, prepareDatabase: prepare };
  }

  async function server({ hosts: [first, ...others], user, password, database, tls }: DatabaseServer): Promise<ServerOptions> {
    const ssl = await orSettingError(Promise.resolve(tls).then(tlsOptions));
    const login: Login = { user, password, database, ssl };
    const hosts = new ServerHosts([first!, ...others], (host, signal) => examineHost(host, login, signal));
    await orSettingError(hosts.choose());
    return {
      ...common,
      type: await orSettingError(retriedUntilReady(() => kindOfHost(hosts.current, login, CONNECT_TIMEOUT_MS))),
      hosts,
      username: user,
      password,
      database,
      ssl,
      charset: 'utf8mb4',
      timezone: 'Z',
      supportBigNumbers: false,
      bigNumberStrings: false,
      poolSize: POOL,
      connectTimeout: CONNECT_TIMEOUT_MS,
      extra: { ...EXTRA, multipleStatements: true, stream: hosts.connect },
    };
  }
}

const hostsOf = (options: DataSourceOptions): ServerHosts | undefined =>
  'hosts' in options ? (options as ServerOptions).hosts : undefined;

/** Connects, and configures every connection: strict SQL mode, UTC, READ COMMITTED, a time limit for queries, and one for their answers. */
export async function connect<T extends RecordDataSource>(source: T): Promise<T> {
  await orSettingError(retriedUntilReady(() => source.initialize()));
  if (source.options.type === 'better-sqlite3') return source;
  const pool = (source.driver as MysqlDriver).pool as Pool;
  source.isOnCluster = await belongsToCluster(source);
  const settings = setSession(...sessionSettings(source.options.type), ...(source.isOnCluster ? [SEE_ALL_NODES] : []));
  const watch = (source.watch ??= watchOf(source.options as ServerOptions));
  const configure = (connection: PoolConnection): void => {
    limitStatements(connection, { watch });
    connection.query(settings, (error) => error && connection.destroy());
  };
  pool.on('connection', configure);
  // the one that has been opened already
  const first = await pool.promise().getConnection();
  first.connection.destroy();
  return source;
}

/**
 * Connects the data source for reading committed data: a read-only connection to the embedded database, or other connections to a server
 * than those of transactions. A database in memory has a single connection, that of `store`.
 */
export async function connectReader(store: RecordDataSource): Promise<RecordDataSource> {
  if (store.options.type !== 'better-sqlite3') {
    const extra = { ...(store.options.extra as object), multipleStatements: false };
    const reader = new RecordDataSource({ ...store.options, extra, migrations: [] }, store.types);
    // the same server
    reader.watch = store.watch;
    return connect(reader);
  }
  const { database } = store.options;
  if (typeof database !== 'string' || database === ':memory:') return store;
  const searches = new SearchThread(resolve(database), QUERY_TIMEOUT_MS);
  return connect(new RecordDataSource({ ...store.options, readonly: true, migrations: [] }, store.types, searches));
}

/** Connects a server that follows that of `store`; nothing is ever written there. @throws SettingError if none of its hosts answers */
export async function connectReplica(store: RecordDataSource, address: DatabaseServer): Promise<RecordDataSource> {
  const {
    hosts: [first, ...others],
    user,
    password,
    database,
    tls,
  } = address;
  const ssl = tlsOptions(tls);
  const hosts = new ServerHosts([first!, ...others], (host, signal) =>
    askHost(host, { user, password, database, ssl }, signal).then(() => undefined),
  );
  await hosts.choose();
  const own = { hosts, username: user, password, database, ssl, migrations: [], extra: { ...EXTRA, stream: hosts.connect } };
  const source = await connect(new RecordDataSource({ ...(store.options as ServerOptions), ...own }, store.types));
  // whoever waits for it is answered by the primary
  source.watch?.onSilence(() => hosts.disconnect());
  return source;
}

/** Of the host in use, which is left for another, if there is one, when it does not answer or says that it cannot be used. */
function watchOf({ hosts, username: user, password, ssl }: ServerOptions): ServerWatch {
  const watch = new ServerWatch(
    (signal) => askHost(hosts.current, { user, password, ssl }, signal),
    hosts.areSeveral ? SUSPICIOUS_OF_ONE_OF_SEVERAL_MS : undefined,
  );
  watch.onSilence(() => void hosts.leaveSilent());
  hosts.watch(() => watch.expectAnswer());
  return watch;
}

interface Preparable {
  pragma(source: string): unknown;
  readonly: boolean;
}

/** Write-ahead log, so that readers and the writer do not block each other; commits are flushed to disk. */
function prepare(database: Preparable): void {
  if (!database.readonly) {
    database.pragma('journal_mode = WAL');
    // 16 MB, in pages: those that change often are seldom copied into the file, and one hash table of the log has all of them
    database.pragma('wal_autocheckpoint = 4000');
  }
  database.pragma('synchronous = FULL');
  database.pragma('busy_timeout = 10000');
  database.pragma('foreign_keys = ON');
  // what is deleted is overwritten, so that nothing of an erased person remains in the file
  database.pragma('secure_delete = ON');
  // in kB; reading records needs more pages than changing them
  database.pragma(`cache_size = -${database.readonly ? 16_384 : 8192}`);
}
