import { execute, rows } from '../database/rows';
import { isMentioned, type PersonalDataHolder } from '../personal-data';
import { sql } from '../sql';

/** Responses read at a time. */
const BATCH = 200;

/** The status of a response that was erased. */
export const ERASED = 0;

/** Stored responses in which a person is mentioned. That their requests were carried out is still known. */
export const responsesAboutPersons: PersonalDataHolder = {
  name: 'responses',
  async erase({ em }, person) {
    let [userID, key] = [-1, ''];
    for (;;) {
      const found = (await rows(
        em,
        sql`SELECT userID, idempotencyKey, headers, body FROM idempotent_answer
          WHERE userID > ${userID} OR (userID = ${userID} AND idempotencyKey > ${key}) ORDER BY userID, idempotencyKey LIMIT ${BATCH}`,
      )) as [number, string, string | null, string | null][];
      for (const [ofUser, ofKey, headers, body] of found)
        if (isMentioned(person, `${locationIn(headers)} ${body ?? ''}`))
          await execute(
            em,
            sql`UPDATE idempotent_answer SET status = ${ERASED}, headers = NULL, body = NULL WHERE userID = ${ofUser} AND idempotencyKey = ${ofKey}`,
          );
      const last = found.at(-1);
      if (!last) return;
      [userID, key] = last;
    }
  },
};

/** The only header that can name a person; the digits of an ETag mean none. */
const locationIn = (headers: string | null): string => (JSON.parse(headers ?? '{}') as { location?: string }).location ?? '';
