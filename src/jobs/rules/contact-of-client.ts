import type { View } from '../../core/database';
import { rows } from '../../core/database/rows';
import type { ProblemKind } from '../../core/problems';
import { confirm, ConfirmationRequired, QueryConfirmation, type ChangeOptions } from '../../core/records';
import { identifier, sql, Sql, values } from '../../core/sql';
import { contactsOfJob } from '../job-links';

const PARAMETER = 'allowContactOfAnotherClient';

/** A contact of one client does the business of another. */
export class ContactOfAnotherClient extends ConfirmationRequired {
  static override readonly kind: ProblemKind = {
    type: '/problems/contact-of-another-client',
    status: 409,
    title: 'The contact belongs to another client',
    meaning: 'A job, interview or placement names a contact of another client than that of the job.',
    remedy: 'Correct the request, or repeat it with ?allowContactOfAnotherClient=true if this is meant.',
  };

  constructor(contactID: number, clientID: number) {
    super(`Contact ${contactID} is not a contact of client ${clientID}.`, PARAMETER, { recordType: 'Contact', recordID: contactID });
  }
}

/** The query parameter that confirms it. */
export const OtherClientConfirmation = (): PropertyDecorator => QueryConfirmation('Save even if a contact belongs to another client.');

export class ContactConfirmation {
  @OtherClientConfirmation() readonly allowContactOfAnotherClient!: boolean;
}

/** A record about a job that has a contact at the client: that of the job, unless it names one. */
interface WithContact {
  readonly jobID: number | null;
  readonly contactID: number | null;
  readonly clientID?: number | null;
}

/** The contacts of the job itself are always right. @throws ContactOfAnotherClient unless that is confirmed */
export async function checkContactOfJob(transaction: View, record: WithContact, how: ChangeOptions): Promise<void> {
  const { contactID, jobID } = record;
  if (contactID === null || jobID === null) return;
  const [[ofJob = null] = []] = await rows(
    transaction.em,
    sql`SELECT j.clientID FROM job j WHERE j.id = ${jobID} AND ${contactID} NOT IN (${new Sql(contactsOfJob('j.id'))})`,
  );
  const clientID = ofJob === null ? null : (record.clientID ?? (ofJob as number));
  const own = (await clientsOfContacts(transaction, [contactID])).get(contactID);
  if (clientID !== null && own !== undefined && own !== clientID) confirm(how, record, new ContactOfAnotherClient(contactID, clientID));
}

/** The clients of contacts, by their ids; those without a client are left out. */
export async function clientsOfContacts({ em, types }: View, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map();
  const contact = identifier(types.named('Contact').table);
  const found = await rows(
    em,
    sql`SELECT id, clientID FROM ${contact} WHERE id IN (${values([...new Set(ids)])}) AND clientID IS NOT NULL ORDER BY id`,
  );
  return new Map(found as [number, number][]);
}
