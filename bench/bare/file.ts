import type { Database, Statement } from 'better-sqlite3';
import { embeddedDriver } from '../../src/core/sql/embedded-driver';
import type { BareDatabase, Executor } from './executor';

/** One connection that reads and one that writes, as the service has. Writers take turns. */
export async function openFile(path: string): Promise<BareDatabase> {
  const Sqlite = await embeddedDriver();
  const open = (readonly: boolean): Executor => {
    const database = new Sqlite(path, { readonly });
    const pragmas = ['synchronous = FULL', 'busy_timeout = 10000', 'foreign_keys = ON', 'secure_delete = ON', 'cache_size = -65536'];
    for (const pragma of readonly ? pragmas : ['journal_mode = WAL', 'wal_autocheckpoint = 4000', ...pragmas]) database.pragma(pragma);
    return executorOn(database);
  };
  const writer = open(false);
  const reader = open(true);
  let last: Promise<unknown> = Promise.resolve();
  return {
    rows: (sql, values) => reader.rows(sql, values),
    run: (sql, values) => writer.run(sql, values),
    transaction(work) {
      const result = last.then(() => inTransaction(writer, work));
      last = result.catch(() => undefined);
      return result;
    },
  };
}

async function inTransaction<T>(writer: Executor, work: (connection: Executor) => Promise<T>): Promise<T> {
  await writer.run('BEGIN IMMEDIATE');
  try {
    const result = await work(writer);
    await writer.run('COMMIT');
    return result;
  } catch (error) {
    await writer.run('ROLLBACK');
    throw error;
  }
}

function executorOn(database: Database): Executor {
  const prepared = new Map<string, Statement>();
  const statement = (sql: string): Statement => {
    const known = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, known);
    return known;
  };
  return {
    rows: (sql, values = []) =>
      Promise.resolve(
        statement(sql)
          .raw()
          .all(...values) as unknown[][],
      ),
    run: (sql, values = []) => {
      const { lastInsertRowid, changes } = statement(sql).run(...values);
      return Promise.resolve(Number(lastInsertRowid) - changes + 1);
    },
  };
}
