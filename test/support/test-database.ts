import { createHash, randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import type { Settings } from '../../src/core/config';

/** The database of one test file. */
export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Embedded, or on the server of TEST_DATABASE_URL. */
export const makeDatabase = (settings: Settings): Promise<TestDatabase> =>
  process.env['TEST_DATABASE_URL'] ? onServer(process.env['TEST_DATABASE_URL']) : inFile(settings);

/** A copy of the database that a first start would make. */
async function inFile(settings: Settings): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'recruitment-'));
  const path = join(folder, 'test.sqlite');
  copyFileSync(await templateFor(settings), path);
  return { url: `sqlite:${path}`, drop: () => Promise.resolve(rmSync(folder, { recursive: true, force: true })) };
}

/** Made by the first test file that needs it. Two that need it at once both make it, and one remains. */
async function templateFor(settings: Settings): Promise<string> {
  const content = [settings.demoData, settings.clockStart?.toISOString(), settings.secretKey];
  const name = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  const template = join(tmpdir(), `${name}.sqlite`);
  if (existsSync(template)) return template;
  const made = join(tmpdir(), `${randomUUID()}.sqlite`);
  await fill(made, settings);
  renameSync(made, template);
  return template;
}

/** Migrates, and inserts the demonstration data if it is wanted; the service adds the rest when it starts. */
async function fill(path: string, settings: Settings): Promise<void> {
  const { connect, dataSourceFor } = await import('../../src/core/database/data-source.js');
  const { migrate } = await import('../../src/core/database/migrate.js');
  const { schemaOf } = await import('../../src/entities.js');
  const { recordTypes } = await import('../../src/record-types.js');
  const store = await migrate(await connect(await dataSourceFor({ kind: 'sqlite', path }, schemaOf(recordTypes(settings)))));
  if (settings.demoData) {
    const { Transactions } = await import('../../src/core/database/index.js');
    const { Clock } = await import('../../src/core/time/clock.js');
    const { DemoData } = await import('../../src/demo/demo-data.js');
    const clock = new Clock(settings.clockStart);
    await new DemoData(new Transactions(store, store, clock), settings, clock).load();
  }
  await store.destroy();
}

/** Creates a database next to the one named in the URL; dropped at the end. */
async function onServer(address: string): Promise<TestDatabase> {
  const url = new URL(address);
  const name = `${url.pathname.slice(1)}_${randomUUID().slice(0, 8)}`;
  const execute = async (statement: string): Promise<void> => {
    const connection = await createConnection({
      host: url.hostname,
      port: Number(url.port || 3306),
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
    });
    await connection.query(statement);
    await connection.end();
  };
  await execute(`CREATE DATABASE \`${name}\``);
  return { url: Object.assign(new URL(address), { pathname: `/${name}` }).href, drop: () => execute(`DROP DATABASE \`${name}\``) };
}
