import type { Unit } from '../database';
import { rows } from '../database/rows';
import { Conflict, InvalidRequest } from '../http';
import { sql } from '../query';
import { changedBy, countryOfDivision, plainChange } from '../records';
import { countryName } from '../text/countries';
import { standardisedPhone } from '../text/phones';
import type { Contact } from './contact.entity';
import { contactTexts } from './contact.rules';
import { contacts } from './contacts.records';

const PHONES = ['phone', 'mobile'] as const;

/** What a contact demands when it is changed, by whoever. @throws InvalidRequest */
async function keepContactRules(unit: Unit, before: Contact, after: Contact): Promise<void> {
  if (after.reportsToID === after.id) throw InvalidRequest.because([{ pointer: '/reportsToID', detail: 'must be another contact' }]);
  if (before.linkedCandidateID !== after.linkedCandidateID) await refuseLinkedTwice(unit, after);
  contactTexts(after, countryName(after.countryCode));
  if (before.countryCode === after.countryCode && PHONES.every((phone) => before[phone] === after[phone])) return;
  const country = after.countryCode || (await countryOfDivision(unit.em, contacts, after.id));
  for (const phone of PHONES) after[`${phone}_Standardised`] = standardisedPhone(after[phone], country);
}

/** A candidate is the same person as one contact at the most. */
async function refuseLinkedTwice({ em }: Unit, { id, linkedCandidateID }: Contact): Promise<void> {
  const [[other] = []] = await rows(em, sql`SELECT id FROM contact WHERE linkedCandidateID = ${linkedCandidateID ?? 0} AND id <> ${id} AND deleted = 0`);
  if (other !== undefined) throw new Conflict(`The candidate ${linkedCandidateID} is linked with the contact ${Number(other)} already.`);
}

changedBy(contacts, plainChange(contacts, keepContactRules));
