import type { EntityManager } from 'typeorm';
import { numberOf } from '../core/database/rows';
import { sql, sqlMoment } from '../core/sql';
import type { RecordReference } from './new-delivery';

/** How many e-mails and text messages have been queued for a person since then; failed ones do not count. */
export const messagesSince = (em: EntityManager, person: RecordReference, since: Date): Promise<number> =>
  numberOf(
    em,
    sql`SELECT COUNT(*) FROM delivery WHERE personType = ${person.type} AND personID = ${person.id} AND createdDate >= ${sqlMoment(since)} AND kind IN ('email', 'sms') AND state <> 'dead'`,
  );
