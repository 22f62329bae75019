import type { EntityManager } from 'typeorm';
import type { Unit } from '../database';
import { rows } from '../database/rows';
import { recordTypeNamed } from '../fields/record-type';
import { Conflict, InvalidRequest } from '../http';
import { mustBeOwnSite } from '../jobs';
import { sql } from '../query';
import { countryOfDivision, lock, replaceDivisions, ruledBy } from '../records';
import { Event } from '../terms/events';
import { countryName } from '../text/countries';
import { standardisedPhone } from '../text/phones';
import type { Contact } from './contact.entity';
import { contactTexts } from './contact.derived';
import { contacts } from './contacts.records';

const PHONES = ['phone', 'mobile'] as const;

ruledBy<Contact>(contacts, {
  start: (unit, contact) => void (contact.ownerID ??= unit.caller.userID),
  prepare,
  async parts({ em }, after, body) {
    const changes = await replaceDivisions(em, contacts, after, (body as { divisionIDs?: number[] | null }).divisionIDs);
    if (changes['divisionIDs']) await standardisePhones(em, after);
    return changes;
  },
  events: (_, before, after) => eventsOf(before, after),
});

async function prepare(unit: Unit, before: Contact, after: Contact): Promise<void> {
  if (after.reportsToID !== null && after.reportsToID === after.id)
    throw InvalidRequest.because([{ pointer: '/reportsToID', detail: 'must be another contact' }]);
  if (before.siteID !== after.siteID || before.clientID !== after.clientID) await refuseAnothersSite(unit, after);
  if (before.linkedCandidateID !== after.linkedCandidateID || before.deleted !== after.deleted) await refuseLinkedTwice(unit, after);
  contactTexts(after, countryName(after.countryCode));
  if (before.countryCode !== after.countryCode || PHONES.some((phone) => before[phone] !== after[phone]))
    await standardisePhones(unit.em, after);
}

async function refuseAnothersSite({ em }: Unit, { siteID, clientID }: Contact): Promise<void> {
  const [site] = siteID === null ? [] : await rows(em, sql`SELECT clientID FROM site WHERE id = ${siteID}`);
  if (site) mustBeOwnSite(site[0] as number | null, clientID, 'contact');
}

/** A candidate is the same person as one live contact at the most: whoever links it has its row until the link can be seen. */
async function refuseLinkedTwice({ em }: Unit, { id, linkedCandidateID, deleted }: Contact): Promise<void> {
  if (linkedCandidateID === null || deleted) return;
  await lock(em, recordTypeNamed('Candidate'), linkedCandidateID);
  const [[other] = []] = await rows(
    em,
    sql`SELECT id FROM contact WHERE linkedCandidateID = ${linkedCandidateID} AND id <> ${id ?? 0} AND deleted = 0`,
  );
  if (other !== undefined) throw new Conflict(`The candidate ${linkedCandidateID} is linked with the contact ${Number(other)} already.`);
}

/** In E.164, read as of the contact's country, else of the country of its first division. */
async function standardisePhones(em: EntityManager, contact: Contact): Promise<void> {
  const country = contact.countryCode || (await countryOfDivision(em, contacts, contact.id ?? 0));
  for (const phone of PHONES) contact[`${phone}_Standardised`] = standardisedPhone(contact[phone], country);
}

function eventsOf(before: Contact | undefined, after: Contact): number[] {
  if (!before) return [Event.ContactCreated, ...(after.optOut ? [Event.ContactOptedOut] : [])];
  return [
    ...(after.deleted ? [] : [Event.ContactUpdated]),
    ...(before.statusID === after.statusID ? [] : [Event.ContactStatusChanged]),
    ...(after.optOut && !before.optOut ? [Event.ContactOptedOut] : []),
  ];
}
