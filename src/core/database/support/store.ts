import { onServer } from './kind';
import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { databaseAddress, type DatabaseAddress } from '../../config/database-address';
import type { RecordTypes } from '../../fields/record-types';
import { schemaOf } from '../../../record-types';
import { Clock } from '../../time/clock';
import { types } from './record-types';
import { connect, connectReader, dataSourceFor, type RecordDataSource } from '../data-source';
import { migrate } from '../migrate';
import { Transactions } from '../transactions';

/** The tables and record types of a service with default settings. */
export const schema = schemaOf(types);

/** An empty database for one spec: a file, or a new database on the server of TEST_DATABASE_URL. */
export interface TestDatabase {
  readonly address: DatabaseAddress;
  drop(): Promise<void>;
}

export const makeDatabase = (): Promise<TestDatabase> =>
  onServer ? makeOnServer(process.env['TEST_DATABASE_URL'] ?? '') : Promise.resolve(makeFile());

function makeFile(): TestDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'database-spec-'));
  return {
    address: databaseAddress(`sqlite:${join(folder, 'spec.sqlite')}`),
    drop: () => Promise.resolve(rmSync(folder, { recursive: true, force: true })),
  };
}

/** With another default character set, so that tables must declare theirs. */
async function makeOnServer(url: string): Promise<TestDatabase> {
  const name = `spec_${randomUUID().slice(0, 8)}`;
  await runOnServer(url, `CREATE DATABASE ${name} CHARACTER SET latin1`);
  return {
    address: databaseAddress(Object.assign(new URL(url), { pathname: `/${name}` }).href),
    drop: () => runOnServer(url, `DROP DATABASE ${name}`),
  };
}

/** Runs a statement on the server, on a separate connection. */
export async function runOnServer(url: string, statement: string): Promise<void> {
  const { hostname, port, username, password } = new URL(url);
  const connection = await createConnection({
    host: hostname,
    port: Number(port || 3306),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
  });
  await connection.query(statement);
  await connection.end();
}

/** To migrate takes longer than most specs: it is done once per process, and the first to need it does it. */
let migratedFile: Promise<string> | undefined;

async function makeMigratedFile(): Promise<string> {
  const path = join(mkdtempSync(join(tmpdir(), 'database-spec-')), 'migrated.sqlite');
  const store = await migrate(await connect(await dataSourceFor(databaseAddress(`sqlite:${path}`), schema)));
  await store.destroy();
  return path;
}

/** The database as the service uses it: migrated, with reader and transactions. */
export interface TestStore {
  readonly store: RecordDataSource;
  readonly reader: RecordDataSource;
  readonly transactions: Transactions;
  close(): Promise<void>;
}

export async function openStore(): Promise<TestStore> {
  const database = await makeDatabase();
  if (database.address.kind === 'sqlite') copyFileSync(await (migratedFile ??= makeMigratedFile()), database.address.path);
  // as each application has its own, under which names are kept
  const own = { ...schema, types: Object.create(schema.types) as RecordTypes };
  const store = await migrate(await connect(await dataSourceFor(database.address, own)));
  const reader = await connectReader(store);
  return {
    store,
    reader,
    transactions: new Transactions(store, reader, new Clock()),
    close: async () => {
      if (reader !== store) await reader.destroy();
      await store.destroy();
      await database.drop();
    },
  };
}
