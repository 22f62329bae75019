import { randomUUID } from 'node:crypto';
import { zoneOfAddress } from '../../../src/core/time/zone-of-address';
import { insert, type Value } from '../../database';
import { happened, insertActivities, peopleOf, type Person } from './activities';
import { USER_ID, type ByHand, type HandRun, type Now } from './run';

/** A message in the outbox. */
export interface HandDelivery {
  readonly publicID: string;
  readonly kind: 'email' | 'sms' | 'webhook';
  readonly recipient: string;
  readonly subject?: string;
  readonly body: string;
  /** The contact that it is about. */
  readonly about: number;
  /** Whether it is sent to this contact. */
  readonly toContact?: boolean;
  /** Of who gets it, if it is known. */
  readonly timeZone?: string;
  /** Of a webhook: each host has limits of its own. */
  readonly host?: string;
}

const [EMAIL, SMS] = [4, 5];
const COMPLETED = 2;

interface Message {
  readonly subject?: string;
  readonly body: string;
}

export const sendEmailByHand = (compose: (person: Person) => Message): ByHand =>
  messageByHand({ kind: 'email', category: EMAIL, address: 'email', compose }, (run, ids, now) =>
    happened(run.store, ids, now, { counts: ['emailsCount'], dates: ['lastActivityDate', 'lastContactDate', 'lastEmailStatistic'] }),
  );

export const sendSmsByHand = (compose: (person: Person) => Message): ByHand =>
  messageByHand({ kind: 'sms', category: SMS, address: 'mobile_Standardised', compose }, (run, ids, now) =>
    happened(run.store, ids, now, { dates: ['lastActivityDate', 'lastContactDate'] }),
  );

interface Channel {
  readonly kind: 'email' | 'sms';
  readonly category: number;
  readonly address: 'email' | 'mobile_Standardised';
  readonly compose: (person: Person) => Message;
}

function messageByHand(
  { kind, category, address, compose }: Channel,
  updateFigures: (run: HandRun, ids: readonly number[], now: Now) => Promise<void>,
): ByHand {
  return {
    batch: async (run, ids, now) => {
      const messages = (await peopleOf(run.store, ids)).map((person) => ({
        ...compose(person),
        publicID: randomUUID(),
        kind,
        recipient: person[address] ?? '',
        about: person.id,
        toContact: true,
        timeZone: zoneOfAddress(person.place),
      }));
      await insertDeliveries(run, messages, now);
      const activities = messages.map(({ about, subject, body, publicID }) => ({
        contactID: about,
        category,
        statusID: COMPLETED,
        assignedToID: USER_ID,
        notes: subject === undefined ? body : `${subject}\n\n${body}`,
        activityDate: now,
        associatedData: JSON.stringify({ deliveryId: publicID }),
      }));
      await insertActivities(run, activities, now, []);
      await updateFigures(run, ids, now);
      return ids;
    },
  };
}

const COLUMNS = [
  'publicID',
  'kind',
  'state',
  'recipient',
  'subject',
  'body',
  'aboutType',
  'aboutID',
  'personType',
  'personID',
  'automationID',
  'runID',
  'byID',
  'dedupeKey',
  'dueAt',
  'createdDate',
  'timeZone',
  'host',
] as const;

export async function insertDeliveries(
  { store, automationID, runID }: HandRun,
  deliveries: readonly HandDelivery[],
  now: Now,
): Promise<void> {
  const rows = deliveries.map(
    ({ publicID, kind, recipient, subject = null, body, about, toContact = false, timeZone = null, host = null }): Value[] => [
      publicID,
      kind,
      'queued',
      recipient,
      subject,
      body,
      'Contact',
      about,
      toContact ? 'Contact' : null,
      toContact ? about : null,
      automationID,
      runID,
      USER_ID,
      `${runID}/${about}/1`,
      now.sql,
      now.sql,
      timeZone,
      host,
    ],
  );
  await insert(store, 'delivery', COLUMNS, rows);
}
