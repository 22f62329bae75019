import { Contact, setContactTexts } from '../contacts';
import { standardisedPhone } from '../core/text/phones';
import { placeOfSite, siteAt } from './clients';
import { customValues } from './custom-values';
import { divisionsText } from './divisions';
import { demoRecord, type DemoRecords, type IdSequences } from './demo-record';
import { USERS } from './office';
import { addressName, landline, mobileNumber, personOf } from './people';
import type { Random } from './random';
import { clientOfContact, divisionOfClient, industryOfClient, sitesOfClient } from './relations';
import { tagsOn } from './tags';
import { isBare, isDeleted, addMinutes, keysOf, type DemoContext } from './demo-context';

const DESCRIPTIONS = [
  'Prefers a call before nine.',
  'Met at the golf day; keen on contractors.',
  'On leave in January.',
  'Décideur pour Sydney et Melbourne.',
  'Wants CVs as PDF, max. 3 at a time.',
  'Pays on time 👍',
] as const;

/** The people at the clients, with their tags and divisions. */
export function* contacts(context: DemoContext, ids: IdSequences): DemoRecords {
  for (let id = 1; id <= context.sizes.contacts; id++) {
    const client = clientOfContact(context, id);
    yield demoRecord('Contact', isBare(id) ? bareContact(context, id) : contactAt(context, id, client));
    if (isBare(id)) continue;
    for (const division of divisionsOf(id, client)) yield demoRecord('ContactDivision', { recordID: id, divisionID: division });
    yield* tagsOn('ContactTag', context, ids, { id, industry: industryOfClient(client), since: createdDay(context, id) });
  }
}

function createdDay(context: DemoContext, id: number): number {
  if (id === 1) return -260;
  return context.random('contact since', id).weighted([-1, 1], [-4, 1], [-25, 4], [-250, 10], [-700, 10]) - (id % 3);
}

function divisionsOf(id: number, client: number): number[] {
  const own = divisionOfClient(client);
  return id === 1 ? [own, (own % 5) + 1] : [own];
}

function bareContact(context: DemoContext, id: number): Contact {
  const { last } = personOf(context, 'contact', id);
  const date = context.day(createdDay(context, id));
  return withTexts(
    {
      id,
      surname: last,
      clientID: clientOfContact(context, id),
      deleted: false,
      createdByID: 1,
      createdDate: date,
      updatedByID: 1,
      updatedDate: date,
    },
    null,
  );
}

function contactAt(context: DemoContext, id: number, client: number): Contact {
  const random = context.random('contact', id);
  const createdDate = context.moment(createdDay(context, id), random);
  const sites = sitesOfClient(client);
  const siteID = id === 1 ? 1 : random.pick(sites);
  return withTexts(
    {
      id,
      ...keysOf('crm', id),
      clientID: client,
      createdDate,
      createdByID: id === 1 ? 1 : random.int(1, USERS - 1),
      updatedByID: 1,
      updatedDate: addMinutes(createdDate, random.int(0, 20)),
      deleted: isDeleted(id),
      ...identity(context, id, random),
      ...addressAt(context, siteID, client, id, random),
      ...role(context, id, client, random),
      ...customValues(Contact, context, random, id === 1 ? 1 : 0.15),
      divisions: divisionsText(divisionsOf(id, client)),
    },
    placeOfSite(context, siteID).countryName,
  );
}

function withTexts(fields: Partial<Contact>, countryName: string | null): Contact {
  const contact = Object.assign(new Contact(), fields);
  setContactTexts(contact, countryName);
  return contact;
}

/** Every fiftieth contact is linked to the candidate with the same id. */
const linkedCandidate = ({ sizes }: DemoContext, id: number): number | null => (id % 50 === 10 && id <= sizes.candidates ? id : null);

function identity(context: DemoContext, id: number, random: Random): Partial<Contact> {
  const linkedCandidateID = linkedCandidate(context, id);
  const person = personOf(context, linkedCandidateID === null ? 'contact' : 'candidate', id);
  const name = addressName(person);
  const some = (share: number, text: string): string | null => (random.chance(share) || id === 1 ? text : null);
  return {
    firstName: person.first,
    surname: person.last,
    linkedCandidateID,
    email: `${name}@example.com`,
    email2: id === 1 ? 'o.bennett@example.net' : some(0.2, `${name}@example.net`),
    professionalNetworkUrl: some(0.6, `https://network.example.com/in/${name.replace('.', '-')}`),
    photoName: some(0.3, `${name}.jpg`),
    photoUrl: some(0.3, `https://photos.example.com/${name}.jpg`),
    professionalNetworkProfilePictureUrl: some(0.3, `https://network.example.com/photo/${name}.jpg`),
    description: id === 1 ? DESCRIPTIONS[0] : some(0.5, random.pick(DESCRIPTIONS)),
  };
}

function addressAt(context: DemoContext, site: number, client: number, id: number, random: Random): Partial<Contact> {
  const { address1, address2, address3 } = siteAt(context, site, client);
  const { suburb, state, postcode, countryCode, latitude, longitude } = placeOfSite(context, site);
  const [phone, mobile] =
    id === 1 ? ['(02) 9123 4567', '0412 345 678'] : [landline(random, state), random.chance(0.8) ? mobileNumber(random) : null];
  const isLocated = id === 1 || random.chance(0.3);
  return {
    siteID: site,
    address1,
    address2,
    address3,
    suburb,
    state,
    postcode,
    countryCode,
    latitude: isLocated ? latitude : null,
    longitude: isLocated ? longitude : null,
    phone,
    phone_Standardised: standardisedPhone(phone, countryCode),
    mobile,
    mobile_Standardised: standardisedPhone(mobile, countryCode),
  };
}

function role(context: DemoContext, id: number, client: number, random: Random): Partial<Contact> {
  const superior = id === 2 ? 1 : id - context.sizes.clients;
  return {
    jobTitle: id === 1 ? 'Project Director' : random.pick(industryOfClient(client).positions),
    reportsToID: superior > 4 || id === 2 ? superior : null,
    statusID: id === 1 ? 1 : random.weighted([1, 14], [2, 5], [3, 2], [4, 1], [5, 1]),
    optOut: id !== 1 && random.chance(0.08),
    ownerID: id === 1 ? 1 : random.int(1, USERS - 1),
    ratingID: id === 1 ? 1 : random.int(1, 5),
  };
}
