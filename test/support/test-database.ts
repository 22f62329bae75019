import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Settings } from '../../src/core/config';
import { fileTemplate, fillsAlike, serverTemplate } from './database-template';
import { onServer } from './test-server';

/** The database of one test file. */
export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Embedded, or on the server of TEST_DATABASE_URL. */
export const makeDatabase = (settings: Settings): Promise<TestDatabase> =>
  process.env['TEST_DATABASE_URL'] ? besides(process.env['TEST_DATABASE_URL'], settings) : inFile(settings);

/** A database without tables, for a service that starts for the first time. */
export const makeEmptyDatabase = (): Promise<TestDatabase> =>
  process.env['TEST_DATABASE_URL'] ? filledBy([], process.env['TEST_DATABASE_URL']) : Promise.resolve(newFile().database);

/** A copy of the database that a first start would make. */
async function inFile(settings: Settings): Promise<TestDatabase> {
  const { path, database } = newFile();
  copyFileSync(await fileTemplate(settings), path);
  return database;
}

function newFile(): { path: string; database: TestDatabase } {
  const folder = mkdtempSync(join(tmpdir(), 'recruitment-'));
  const path = join(folder, 'test.sqlite');
  const drop = (): Promise<void> => Promise.resolve(rmSync(folder, { recursive: true, force: true }));
  return { path, database: { url: `sqlite:${path}`, drop } };
}

/** A database next to the one named in the URL: a copy too, unless no other test file fills its own in the same way. */
const besides = async (address: string, settings: Settings): Promise<TestDatabase> =>
  filledBy(fillsAlike(settings) ? await serverTemplate(address, settings) : [], address);

async function filledBy(statements: readonly string[], address: string): Promise<TestDatabase> {
  const url = new URL(address);
  const name = `${url.pathname.slice(1)}_${randomUUID().slice(0, 8)}`;
  await onServer(address, async (execute) => {
    await execute(`CREATE DATABASE \`${name}\``);
    await execute(`USE \`${name}\``);
    for (const statement of statements) await execute(statement);
  });
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(address, async (execute) => void (await execute(`DROP DATABASE \`${name}\``))) };
}
