import type { EntityManager } from 'typeorm';
import { Sql } from '../sql';
import { execute, rows } from './rows';

/**
 * Of all tables whose number of rows is a tenth or ten times of what it was (0x10000), analyses (0x2) only some rows of each index (0x10):
 * that is soon done, and keeps no samples, in which something of an erased person could remain.
 */
const ANALYZE = 'PRAGMA optimize(0x10012)';
/** It takes each value for as frequent as any other, and would look for records that are not deleted through any index with `deleted`. */
const SKIP_NO_COLUMNS = "UPDATE sqlite_stat1 SET stat = stat || ' noskipscan' WHERE stat NOT LIKE '%noskipscan'";
const READ_AGAIN = 'ANALYZE sqlite_schema';

/**
 * Brings the statistics of the embedded database up to date, from which it chooses among several indexes: without them, of a condition on
 * the record and another on the status, the status may be given precedence. Servers do it themselves.
 */
export async function updatePlannerStatistics(em: EntityManager): Promise<void> {
  await rows(em, new Sql(ANALYZE));
  await execute(em, new Sql(SKIP_NO_COLUMNS));
  await execute(em, new Sql(READ_AGAIN));
}

/** The same while others read. */
export async function refreshPlannerStatistics(em: EntityManager): Promise<void> {
  await updatePlannerStatistics(em);
  // other connections read the statistics again when a table is added or removed
  await execute(em, new Sql('CREATE TABLE statistics_refreshed (id INTEGER)'));
  await execute(em, new Sql('DROP TABLE statistics_refreshed'));
}
