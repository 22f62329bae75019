import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createConnection } from 'mysql2/promise';
import request from 'supertest';
import type { Settings } from '../../src/config';

/** A service of its own for one test file, on a database of its own: embedded, or on the server of TEST_DATABASE_URL. */
export interface TestApp {
  readonly app: NestExpressApplication;
  readonly settings: Settings;
  /** supertest on it. */
  readonly http: ReturnType<typeof request>;
  /** Of its database. */
  readonly url: string;
  close(): Promise<void>;
  /** Stops it; the database stays, and `restart` starts it again. */
  stop(): Promise<void>;
  /** Stops it and starts it again on the same database. */
  restart(environment?: Record<string, string>): Promise<TestApp>;
  /** Starts a second one on the same database, as two processes would; close it first. For servers only. */
  twin(environment?: Record<string, string>): Promise<TestApp>;
}

/** Of every test. */
export const ENVIRONMENT = { LOG_LEVEL: 'silent', NODE_ENV: 'test', DEMO_DATA: 'true', SECRET_KEY: '0'.repeat(64) } as const;

/** @param environment settings beyond those of every test; DEMO_DATA is true */
export async function startApp(environment: Record<string, string> = {}): Promise<TestApp> {
  const database = await makeDatabase();
  return serve(database, environment);
}

interface Database {
  readonly url: string;
  drop(): Promise<void>;
}

async function serve(database: Database, environment: Record<string, string>): Promise<TestApp> {
  // entities ask for the kind of database while they are loaded
  process.env['DATABASE_URL'] = database.url;
  const { APP_OPTIONS, setUp } = await import('../../src/app.setup.js');
  const { AppModule } = await import('../../src/app.module.js');
  const { readSettings } = await import('../../src/config/index.js');
  const settings = readSettings({
    LOG_LEVEL: 'silent',
    NODE_ENV: 'test',
    DEMO_DATA: 'true',
    SECRET_KEY: '0'.repeat(64),
    OUTBOX_FOLDER: join(tmpdir(), 'recruitment-outbox'),
    ...environment,
    DATABASE_URL: database.url,
  });
  const app = await NestFactory.create<NestExpressApplication>(AppModule.with(settings), { ...APP_OPTIONS, logger: false });
  await setUp(app, settings);
  await app.listen(0, '127.0.0.1');
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopped ??= app.close());
  return {
    app,
    settings,
    http: request(app.getHttpServer()),
    url: database.url,
    close: async () => {
      await stop();
      await database.drop();
    },
    stop,
    restart: async (more = environment) => {
      await stop();
      return serve(database, more);
    },
    twin: (more = environment) => serve({ ...database, drop: () => Promise.resolve() }, more),
  };
}

const makeDatabase = (): Promise<Database> =>
  process.env['TEST_DATABASE_URL'] ? onServer(process.env['TEST_DATABASE_URL']) : Promise.resolve(inFile());

function inFile(): Database {
  const folder = mkdtempSync(join(tmpdir(), 'recruitment-'));
  return { url: `sqlite:${join(folder, 'test.sqlite')}`, drop: () => Promise.resolve(rmSync(folder, { recursive: true, force: true })) };
}

/** A database beside the one that is named, dropped at the end. */
async function onServer(address: string): Promise<Database> {
  const url = new URL(address);
  const name = `${url.pathname.slice(1)}_${randomUUID().slice(0, 8)}`;
  const ask = async (statement: string): Promise<void> => {
    const connection = await createConnection({
      host: url.hostname,
      port: Number(url.port || 3306),
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
    });
    await connection.query(statement);
    await connection.end();
  };
  await ask(`CREATE DATABASE \`${name}\``);
  return { url: Object.assign(new URL(address), { pathname: `/${name}` }).href, drop: () => ask(`DROP DATABASE \`${name}\``) };
}
