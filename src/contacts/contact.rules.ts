import type { Unit } from '../database';
import { rows } from '../database/rows';
import { Conflict, InvalidRequest } from '../http';
import { sql } from '../query';
import { countryOfDivision, ruledBy } from '../records';
import { Event } from '../terms/events';
import { countryName } from '../text/countries';
import { standardisedPhone } from '../text/phones';
import type { Contact } from './contact.entity';
import { contactTexts } from './contact.derived';
import { contacts } from './contacts.records';

const PHONES = ['phone', 'mobile'] as const;

ruledBy<Contact>(contacts, { prepare, events: (_, before, after) => eventsOf(before, after) });

async function prepare(unit: Unit, before: Contact, after: Contact): Promise<void> {
  if (after.reportsToID !== null && after.reportsToID === after.id) throw InvalidRequest.because([{ pointer: '/reportsToID', detail: 'must be another contact' }]);
  if (before.linkedCandidateID !== after.linkedCandidateID) await refuseLinkedTwice(unit, after);
  contactTexts(after, countryName(after.countryCode));
  if (before.countryCode === after.countryCode && PHONES.every((phone) => before[phone] === after[phone])) return;
  const country = after.countryCode || (await countryOfDivision(unit.em, contacts, after.id ?? 0));
  for (const phone of PHONES) after[`${phone}_Standardised`] = standardisedPhone(after[phone], country);
}

/** A candidate is the same person as one contact at the most. */
async function refuseLinkedTwice({ em }: Unit, { id, linkedCandidateID }: Contact): Promise<void> {
  const [[other] = []] = await rows(em, sql`SELECT id FROM contact WHERE linkedCandidateID = ${linkedCandidateID ?? 0} AND id <> ${id ?? 0} AND deleted = 0`);
  if (other !== undefined) throw new Conflict(`The candidate ${linkedCandidateID} is linked with the contact ${Number(other)} already.`);
}

function eventsOf(before: Contact | undefined, after: Contact): number[] {
  if (!before) return [Event.ContactCreated, ...(after.optOut ? [Event.ContactOptedOut] : [])];
  return [
    ...(after.deleted ? [] : [Event.ContactUpdated]),
    ...(before.statusID === after.statusID ? [] : [Event.ContactStatusChanged]),
    ...(after.optOut && !before.optOut ? [Event.ContactOptedOut] : []),
  ];
}
