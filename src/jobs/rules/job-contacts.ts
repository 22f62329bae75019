import type { Transaction } from '../../core/database';
import { execute } from '../../core/database/rows';
import { confirm, touches, type ChangeOptions, type RecordChange } from '../../core/records';
import { sql, tuples, values } from '../../core/sql';
import type { Job } from '../job.entity';
import { clientsOfContacts, ContactOfAnotherClient } from './contact-of-client';
import { CONTACT_FIELDS } from './impossible';

/** @throws ContactOfAnotherClient when the job newly has one, unless that is confirmed */
export async function checkContacts(transaction: Transaction, before: Job, after: Job, how: ChangeOptions): Promise<void> {
  const { clientID } = after;
  if (clientID === null) return;
  const fields = touches(before, after, 'clientID') ? CONTACT_FIELDS : CONTACT_FIELDS.filter((field) => touches(before, after, field));
  const clients = await clientsOfContacts(
    transaction,
    fields.flatMap((field) => after[field] ?? []),
  );
  for (const [contactID, own] of clients) if (own !== clientID) confirm(how, after, new ContactOfAnotherClient(contactID, clientID));
}

/** Stores one row per contact of a job, for those whose contacts change. */
export async function linkContacts({ em }: Transaction, changes: readonly RecordChange<Job>[]): Promise<void> {
  const changed = changes.filter(({ before, after }) => touches(before, after, ...CONTACT_FIELDS)).map(({ after }) => after);
  if (changed.length === 0) return;
  await execute(em, sql`DELETE FROM job_contact WHERE jobID IN (${values(changed.map(({ id }) => id))})`);
  const links = changed.flatMap((job) =>
    [...new Set(CONTACT_FIELDS.flatMap((field) => job[field] ?? []))].map((contactID) => [contactID, job.id]),
  );
  if (links.length > 0) await execute(em, sql`INSERT INTO job_contact (contactID, jobID) VALUES ${tuples(links)}`);
}
