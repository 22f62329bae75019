import { onServer } from './kind';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import type { DataSource } from 'typeorm';
import { databaseAddress, type DatabaseAddress } from '../../config/database-address';
import { entities } from '../../entities';
import { Clock } from '../../time/clock';
import { connected, readerOf, storeAt } from '../data-source';
import { migrate } from '../migrate';
import { Transactions } from '../transactions';

/** An empty database of a spec's own: a file, or beside the one on the server that TEST_DATABASE_URL names. */
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

/** Its own character set is not ours: the tables have to say theirs. */
async function makeOnServer(url: string): Promise<TestDatabase> {
  const name = `spec_${randomUUID().slice(0, 8)}`;
  await asked(url, `CREATE DATABASE ${name} CHARACTER SET latin1`);
  return {
    address: databaseAddress(Object.assign(new URL(url), { pathname: `/${name}` }).href),
    drop: () => asked(url, `DROP DATABASE ${name}`),
  };
}

/** Tells the server something, on a connection beside the service's. */
export async function asked(url: string, statement: string): Promise<void> {
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

/** The store as the service has it: migrated, with its reader and its door. */
export interface TestStore {
  readonly store: DataSource;
  readonly reader: DataSource;
  readonly transactions: Transactions;
  close(): Promise<void>;
}

export async function openStore(): Promise<TestStore> {
  const database = await makeDatabase();
  const store = await migrate(await connected(await storeAt(database.address, entities)));
  const reader = readerOf(store);
  if (reader !== store) await connected(reader);
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
