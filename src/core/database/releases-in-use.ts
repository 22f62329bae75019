import type { EntityManager } from 'typeorm';
import { sql, sqlMoment } from '../sql';
import { inserted, orSet } from '../sql/dialect';
import { LAST_MIGRATION } from './migrations';
import { execute, rows } from './rows';

/** A process of this release is there. */
export async function reportRelease(em: EntityManager, now: Date): Promise<void> {
  const set = orSet(['migration'], sql`seenDate = ${inserted('seenDate')}`);
  await execute(em, sql`INSERT INTO release_in_use (migration, seenDate) VALUES (${LAST_MIGRATION}, ${sqlMoment(now)})${set}`);
}

/** Has a process of an earlier release been there since then? */
export async function hasEarlierRelease(em: EntityManager, since: Date): Promise<boolean> {
  const [found] = await rows(
    em,
    sql`SELECT 1 FROM release_in_use WHERE migration < ${LAST_MIGRATION} AND seenDate > ${sqlMoment(since)} LIMIT 1`,
  );
  return found !== undefined;
}
