import type { EntityManager } from 'typeorm';
import { rows } from '../core/database/rows';
import { sql, sqlMoment, values } from '../core/sql';

/** How many e-mails and text messages have been queued since then for people of a type, by their ids; failed ones do not count. */
export async function messagesSince(
  em: EntityManager,
  type: string,
  ids: readonly number[],
  since: Date,
): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map();
  const found = await rows(
    em,
    sql`SELECT personID, COUNT(*) FROM delivery WHERE personType = ${type} AND personID IN (${values(ids)}) AND createdDate >= ${sqlMoment(since)} AND kind IN ('email', 'sms') AND state <> 'dead' GROUP BY personID`,
  );
  return new Map(found.map(([id, count]) => [id as number, Number(count)]));
}
