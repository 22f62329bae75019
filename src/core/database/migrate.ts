import { Logger } from '@nestjs/common';
import { MigrationExecutor, type DataSource, type QueryRunner } from 'typeorm';
import { SettingError } from '../config';
import { belongsToCluster } from './cluster';
import { withoutDeadline } from './deadline';
import { QUERY_TIMEOUT_MS, setSession, timeLimit } from './session-settings';
import { underLease } from './migration-lease';
import { giveWay, giveWayNoLonger, waitAsLongAsItTakes } from './patience';
import { updatePlannerStatistics } from './planner-statistics';
import { setRecomputed, setSettled } from './recomputation';

const log = new Logger('Database');

/** How long to wait for another process that is migrating the same database. */
const LOCK_TIMEOUT_SECONDS = 300;
/** A name of at most 64 characters. MySQL 9.6 and later have no MD5. */
const LOCK = "CONCAT('migrations of ', LEFT(SHA2(DATABASE(), 256), 32))";

/**
 * Brings the tables up to date. What a database of an earlier version has derived from its records is recomputed later, while the service
 * runs. Of several processes that start together on one server, one migrates and the others wait.
 */
export async function migrate<T extends DataSource>(store: T): Promise<T> {
  if (store.options.type === 'better-sqlite3') await migrateFile(store);
  else await underLock(store, (runner) => migrateBy(runner, () => executor(store, runner).executePendingMigrations()));
  return store;
}

async function migrateFile(store: DataSource): Promise<void> {
  await migrateBy(store.createQueryRunner(), () => store.runMigrations());
  // what a savepoint may have to restore is then kept in memory; the sorting of new keys, which may be long, is done on the disk before
  await store.query('PRAGMA temp_store = MEMORY');
  // one that cannot be written now can be read with the statistics that it has
  await updatePlannerStatistics(store.manager).catch((error: unknown) => log.warn(`Statistics are not updated: ${String(error)}`));
}

async function migrateBy(runner: QueryRunner, run: () => Promise<unknown>): Promise<void> {
  if (!(await runner.hasTable('migrations'))) await requireEmpty(runner);
  const isNew = !(await runner.hasTable('counter'));
  await run();
  if (!isNew) return;
  await setRecomputed(runner.manager, new Date());
  await setSettled(runner.manager);
}

/** The processes of a cluster agree in it on who migrates, before there is anything else. */
const LEASE = 'migration_lease';
const TABLES = {
  embedded: `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~' LIMIT 1`,
  server: `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name <> '${LEASE}' LIMIT 1`,
};

/** @throws SettingError if there are tables: they are those of another program */
async function requireEmpty(runner: QueryRunner): Promise<void> {
  const kind = runner.dataSource.options.type === 'better-sqlite3' ? 'embedded' : 'server';
  const [table] = (await runner.query(TABLES[kind])) as { name: string }[];
  if (table)
    throw new SettingError(
      `DATABASE_URL must be an empty database, or one of this service: this one has the table ${table.name}, but no migrations.`,
    );
}

const executor = (store: DataSource, runner: QueryRunner): MigrationExecutor =>
  Object.assign(new MigrationExecutor(store, runner), { transaction: 'each' as const });

/** On one connection without a time limit, which whoever waits for another process needs as well. */
async function underLock(store: DataSource, work: (runner: QueryRunner) => Promise<void>): Promise<void> {
  const runner = store.createQueryRunner();
  waitAsLongAsItTakes(runner);
  try {
    await withoutDeadline(runner, async () => {
      await runner.query(setSession(timeLimit(store.options.type, 0)));
      await takeLock(runner);
      const isOnCluster = await belongsToCluster(runner);
      await (isOnCluster ? underLease(store, runner, () => work(runner)) : givingWay(runner, () => work(runner)));
    });
  } finally {
    // a connection that is lost has lost the lock: why it was lost says more
    await releaseLock(runner).catch((error: unknown) => log.warn(`The lock of migrations is not released: ${String(error)}`));
    await runner.release();
  }
}

async function takeLock(runner: QueryRunner): Promise<void> {
  const [row] = (await runner.query(`SELECT GET_LOCK(${LOCK}, ?) AS held`, [LOCK_TIMEOUT_SECONDS])) as { held: unknown }[];
  if (Number(row?.held) !== 1)
    throw new Error(`Another process has been migrating this database for more than ${LOCK_TIMEOUT_SECONDS} seconds.`);
}

async function releaseLock(runner: QueryRunner): Promise<void> {
  await runner.query(`SELECT RELEASE_LOCK(${LOCK})`);
  await runner.query(setSession(timeLimit(runner.dataSource.options.type, QUERY_TIMEOUT_MS)));
}

async function givingWay(runner: QueryRunner, work: () => Promise<void>): Promise<void> {
  await giveWay(runner);
  try {
    await work();
  } finally {
    await giveWayNoLonger(runner);
  }
}
