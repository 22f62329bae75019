import type { EntityManager } from 'typeorm';
import type { Settings } from '../core/config';
import { execute, rows } from '../core/database/rows';
import { mentions, ofRecords, refersTo, type Person, type PersonalDataHolder } from '../core/personal-data';
import { isoOf } from '../core/records';
import { and, or, sql, type Sql } from '../core/sql';
import { outboxFile, removeFiles } from './outbox-files';

/** The messages to and about persons, in the database and in the outbox folder. */
export const messagesAboutPersons = ({ outboxFolder }: Settings): PersonalDataHolder => ({
  name: 'messages',
  async read({ em }, person) {
    const found = await rows(
      em,
      sql`SELECT publicID, kind, state, recipient, subject, body, html, replyBody, createdDate FROM delivery WHERE ${about(person)} ORDER BY id`,
    );
    return found.map(([id, kind, state, to, subject, body, html, reply, createdDate]) => {
      return { id, kind, state, to, subject, body, html, reply, createdDate: isoOf(createdDate as string) };
    });
  },
  async obstacles({ em }, person) {
    const sending = await rows(em, sql`SELECT publicID FROM delivery WHERE state = 'sending' AND ${about(person)} LIMIT 1`);
    return sending.length > 0 ? ['A message to or about the person is being sent. Try again in a minute.'] : [];
  },
  async erase({ em }, person) {
    const files = await filesOf(em, person);
    const empty = sql`recipient = '', replyTo = NULL, subject = NULL, body = '', html = NULL, lastError = NULL, dueAt = NULL, requestHeaders = NULL, replyHeaders = NULL, replyBody = NULL`;
    const state = sql`CASE WHEN state = 'sent' THEN 'sent' ELSE 'cancelled' END`;
    await execute(em, sql`UPDATE delivery SET ${empty}, state = ${state} WHERE ${about(person)}`);
    // before the commit: none must be left once the person is erased, even if the process ends just then
    await removeFiles(outboxFolder, files);
  },
});

/** A name may be that of somebody else, to whom a message is left as it is; what goes to programs is about records. */
const about = (person: Person): Sql =>
  or([
    ofRecords(person, 'personType', 'personID'),
    ofRecords(person, 'aboutType', 'aboutID'),
    and([sql`personID IS NULL`, or([mentions(person, 'recipient'), mentions(person, 'body'), refersTo(person, 'body')])]),
  ]);

async function filesOf(em: EntityManager, person: Person): Promise<string[]> {
  const found = await rows(em, sql`SELECT publicID, kind FROM delivery WHERE kind IN ('email', 'sms') AND ${about(person)}`);
  return found.map(([publicID, kind]) => outboxFile(publicID as string, kind as string));
}
