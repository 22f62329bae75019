import type { DataSource } from 'typeorm';

const LOCK = 'recruitment-management-service:migrations';
/** Seconds to wait for another process that migrates. */
const PATIENCE = 300;

/** Brings the tables up to date. Of several processes that start together on one server, one migrates and the others wait. */
export async function migrate(store: DataSource): Promise<DataSource> {
  if (store.options.type === 'better-sqlite3') {
    await store.runMigrations();
    return store;
  }
  const guard = store.createQueryRunner();
  try {
    await guard.query('SELECT GET_LOCK(?, ?)', [LOCK, PATIENCE]);
    await store.runMigrations();
  } finally {
    await guard.query('SELECT RELEASE_LOCK(?)', [LOCK]);
    await guard.release();
  }
  return store;
}
