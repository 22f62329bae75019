import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import request from 'supertest';
import type { Settings } from '../../src/core/config';
import { checkChangedNames } from './changed-names';
import { makeDatabase, type TestDatabase } from './test-database';

/** A service for one test file with its own database: embedded, or on the server of TEST_DATABASE_URL. */
export interface TestApp {
  readonly app: NestExpressApplication;
  readonly settings: Settings;
  /** supertest on this service. */
  readonly http: ReturnType<typeof request>;
  /** The URL of its database. */
  readonly url: string;
  close(): Promise<void>;
  /** Stops the service but keeps the database; `restart` starts it again. */
  stop(): Promise<void>;
  /** Stops the service and starts it again on the same database. */
  restart(environment?: Record<string, string>): Promise<TestApp>;
  /**
   * Starts a second service on the same database, like a second process; close it before the first. Not for embedded databases.
   * @param url another way to the same database
   */
  twin(environment?: Record<string, string>, url?: string): Promise<TestApp>;
}

/** Any database of the kind that is tested on. */
const TEST_URL = process.env['TEST_DATABASE_URL'] ?? 'sqlite::memory:';

/** The environment of every test. */
export const ENVIRONMENT = {
  LOG_LEVEL: 'silent',
  // supertest accepts it, and ETags would be weak
  COMPRESSION: 'false',
  NODE_ENV: 'test',
  DEMO_DATA: 'true',
  SECRET_KEY: '0'.repeat(64),
  FAILED_AUTHENTICATIONS_PER_ADDRESS: '0',
} as const;

/** @param environment added to that of every test, in which DEMO_DATA is true */
export async function startApp(environment: Record<string, string> = {}): Promise<TestApp> {
  const database = await makeDatabase(await settingsOf(environment));
  return serve(database, environment);
}

/** On a database that is there already; `close` drops it. */
export const startOn = (database: TestDatabase, environment: Record<string, string> = {}): Promise<TestApp> => serve(database, environment);

async function settingsOf(environment: Record<string, string>, url = TEST_URL): Promise<Settings> {
  // entities read the kind of database when they are loaded
  process.env['DATABASE_URL'] = url;
  const { readSettings } = await import('../../src/core/config/index.js');
  // files belong to their database
  const files = join(tmpdir(), 'recruitment-files', createHash('sha256').update(url).digest('hex').slice(0, 16));
  const folders = { OUTBOX_FOLDER: join(tmpdir(), 'recruitment-outbox'), FILES_FOLDER: files };
  return readSettings({ ...ENVIRONMENT, ...folders, ...environment, DATABASE_URL: url });
}

async function serve(database: TestDatabase, environment: Record<string, string>): Promise<TestApp> {
  const settings = await settingsOf(environment, database.url);
  const { createApp, setUp } = await import('../../src/app.setup.js');
  const { AppModule } = await import('../../src/app.module.js');
  const app = await createApp(AppModule.with(settings), { logger: false });
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
      try {
        if (!stopped) await checkChangedNames(app);
      } finally {
        await stop();
        await database.drop();
      }
    },
    stop,
    restart: async (more = environment) => {
      await stop();
      return serve(database, more);
    },
    twin: (more = environment, url = database.url) => serve({ url, drop: () => Promise.resolve() }, more),
  };
}
