import type { EntityManager } from 'typeorm';
import type { Transaction } from '../core/database';
import { rows } from '../core/database/rows';
import { Conflict, InvalidRequest } from '../core/problems';
import { requireSiteOfClient } from '../jobs';
import { identifier, sql } from '../core/sql';
import {
  countryOfDivision,
  different,
  lock,
  replaceDivisions,
  requireOneOf,
  ruledBy,
  touches,
  visibleIds,
  type MergeRules,
} from '../core/records';
import { countryName } from '../core/text/countries';
import { standardisedPhone } from '../core/text/phones';
import type { Contact } from './contact.entity';
import { setContactTexts } from './contact.derived';
import { contacts } from './contacts.records';

const PHONES = ['phone', 'mobile'] as const;

const merging: MergeRules<Contact> = {
  fieldGroups: [
    ['clientID', 'siteID'],
    ['address1', 'address2', 'address3', 'suburb', 'state', 'postcode', 'countryCode'],
    ['latitude', 'longitude'],
  ],
  refuse: refuseDifferentLinks,
  async complete({ em }, contact) {
    setContactTexts(contact, countryName(contact.countryCode));
    await standardisePhones(em, contact);
  },
};

export const contactRules = ruledBy(contacts, {
  setDefaults: (transaction, contact) => void (contact.ownerID ??= transaction.caller.userID),
  claims: (before, after) => different(linkHeld(before), linkHeld(after)),
  prepare,
  async saveParts(transaction, after, body) {
    const changes = await replaceDivisions(transaction, contacts, after, (body as { divisionIDs?: number[] | null }).divisionIDs);
    if (changes['divisionIDs']) await standardisePhones(transaction.em, after);
    return changes;
  },
  merging,
});

/** The candidate whose only contact a live contact is. */
const linkHeld = ({ linkedCandidateID, deleted }: Contact): string | null =>
  linkedCandidateID === null || deleted ? null : `link ${linkedCandidateID}`;

async function prepare(transaction: Transaction, before: Contact, after: Contact): Promise<void> {
  requireOneOf(after, 'firstName', 'surname');
  if (after.reportsToID !== null && after.reportsToID === after.id)
    throw InvalidRequest.because([{ pointer: '/reportsToID', detail: 'must be another contact' }]);
  // a site without live contacts may have moved to another client
  const isRestored = before.deleted && !after.deleted;
  if (touches(before, after, 'siteID', 'clientID') || isRestored) await refuseForeignSite(transaction, after);
  if (before.linkedCandidateID !== after.linkedCandidateID || before.deleted !== after.deleted) await refuseSecondLink(transaction, after);
  if (!after.deleted) after.mergedIntoID = null;
  setContactTexts(after, countryName(after.countryCode));
  if (before.countryCode !== after.countryCode || PHONES.some((phone) => before[phone] !== after[phone]))
    await standardisePhones(transaction.em, after);
}

async function refuseForeignSite({ em, types }: Transaction, { siteID, clientID }: Contact): Promise<void> {
  const [site] =
    siteID === null ? [] : await rows(em, sql`SELECT clientID FROM ${identifier(types.named('Site').table)} WHERE id = ${siteID}`);
  if (site) requireSiteOfClient(site[0] as number | null, clientID, 'contact');
}

/** A candidate is linked with at most one live contact. Locking its row until commit keeps two links from being created at once. */
async function refuseSecondLink(transaction: Transaction, { id, linkedCandidateID, deleted }: Contact): Promise<void> {
  const { em, types } = transaction;
  if (linkedCandidateID === null || deleted) return;
  await lock(em, types.named('Candidate'), linkedCandidateID);
  const [[other] = []] = await rows(
    em,
    sql`SELECT id FROM contact WHERE linkedCandidateID = ${linkedCandidateID} AND id <> ${id ?? 0} AND deleted = 0`,
  );
  if (other === undefined) return;
  const isSeen = (await visibleIds(transaction, contacts, [Number(other)])).length > 0;
  throw new Conflict(`Candidate ${linkedCandidateID} is already linked with ${isSeen ? `contact ${Number(other)}` : 'another contact'}.`);
}

/** One of the candidates would lose its contact. @throws Conflict */
function refuseDifferentLinks(survivor: Contact, others: readonly Contact[]): void {
  const linked = [survivor, ...others].filter(({ linkedCandidateID }) => linkedCandidateID !== null);
  const other = linked.find(({ linkedCandidateID }) => linkedCandidateID !== linked[0]!.linkedCandidateID);
  if (!other) return;
  const link = ({ id, linkedCandidateID }: Contact): string => `contact ${id} with candidate ${linkedCandidateID}`;
  throw new Conflict(
    `These contacts are linked with different candidates, ${link(linked[0]!)} and ${link(other)}: merge the candidates first.`,
  );
}

/** In E.164; numbers without a country code are read as of the contact's country, or else that of its first division. */
async function standardisePhones(em: EntityManager, contact: Contact): Promise<void> {
  const country = contact.countryCode || (await countryOfDivision(em, contacts, contact.id));
  for (const phone of PHONES) contact[`${phone}_Standardised`] = standardisedPhone(contact[phone], country);
}
