import { execute, rows } from '../core/database/rows';
import { mentions, ofRecords, type Person, type PersonalDataHolder } from '../core/personal-data';
import { isoOf } from '../core/records';
import { or, sql, type Sql } from '../core/sql';

const ERASED = 'This was about a person whose data has been erased.';

/** What users were told about persons. */
export const notificationsAboutPersons: PersonalDataHolder = {
  name: 'notifications',
  async read({ em }, person) {
    const found = await rows(em, sql`SELECT id, userID, message, createdDate FROM notification WHERE ${about(person)} ORDER BY id`);
    return found.map(([id, userID, message, createdDate]) => ({ id, userID, message, createdDate: isoOf(createdDate as string) }));
  },
  async erase({ em }, person) {
    await execute(em, sql`UPDATE notification SET message = ${ERASED} WHERE ${about(person)}`);
  },
};

const about = (person: Person): Sql => or([ofRecords(person, 'aboutType', 'aboutID'), mentions(person, 'message')]);
