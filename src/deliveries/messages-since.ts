import type { EntityManager } from 'typeorm';
import { rows } from '../core/database/rows';
import { sql, sqlMoment, values } from '../core/sql';
import { keyOf, type Recipient } from './people';

/** How many e-mails and text messages have been queued since then for some records, by their keys; those that are not sent do not count. */
export async function messagesSince(em: EntityManager, recipients: readonly Recipient[], since: Date): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const type of new Set(recipients.map((each) => each.type))) {
    const ids = [...new Set(recipients.filter((each) => each.type === type).map(({ id }) => id))];
    const found = await rows(
      em,
      sql`SELECT personID, COUNT(*) FROM delivery WHERE personType = ${type.name} AND personID IN (${values(ids)}) AND createdDate >= ${sqlMoment(since)} AND kind IN ('email', 'sms') AND state NOT IN ('dead', 'cancelled') GROUP BY personID`,
    );
    for (const [id, count] of found) counts.set(keyOf({ type, id: id as number }), Number(count));
  }
  return counts;
}
