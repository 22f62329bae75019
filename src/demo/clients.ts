import type { Client, Site } from '../clients';
import { demoRecord, type DemoRecords } from './demo-record';
import { addressName, landline } from './people';
import { PLACES, STREETS, type Place } from './places';
import { divisionOfClient, industryOfClient, sitesOfClient } from './relations';
import { USERS } from './office';
import { divisionsText } from './divisions';
import { isDeleted, isRegisteredTwice, keysOf, type DemoContext } from './demo-context';

const SUFFIXES = ['Group', 'Pty Ltd', 'Australia', 'Holdings', '& Co.'] as const;
const SITE_NAMES = ['Warehouse', 'Northern depot', 'City office', 'Plant 2', 'Stage 3 works', 'Ward B'] as const;

/** The clients with their sites and divisions; after those that have jobs and contacts, a former one. */
export function* clients(context: DemoContext): DemoRecords {
  for (let id = 1; id <= context.sizes.clients + 1; id++) {
    const divisions = divisionsOf(context, id);
    yield demoRecord('Client', clientAt(context, id, divisions));
    for (const division of divisions) yield demoRecord('ClientDivision', { recordID: id, divisionID: division });
    for (const site of sitesOfClient(id)) yield demoRecord('Site', siteAt(context, site, id));
  }
}

function clientAt(context: DemoContext, id: number, divisions: readonly number[]): Partial<Client> {
  const random = context.random('client', id);
  const name = nameOf(context, id);
  const host = `${addressName({ first: name, last: 'clients' })}.example.com`;
  const createdDate = context.moment(id === 1 ? -700 : random.int(-800, -1), random);
  return {
    id,
    ...keysOf('erp', id),
    name,
    industry: industryOfClient(id).name,
    description: random.pick([
      'Preferred supplier since 2019.',
      'Terms: 14 days.',
      'New account; rates to be agreed.',
      'Two-stage hiring, always with HR present.',
    ]),
    phone: landline(random, 'NSW'),
    email: `office@${host}`,
    website: `https://www.${host}`,
    registrationNumber: random.digits(11),
    statusID: id > context.sizes.clients ? 3 : id === 1 ? 1 : random.weighted([1, 12], [2, 4], [2, 2], [4, 1]),
    ownerID: id === 1 ? 1 : random.int(1, USERS - 1),
    ratingID: id === 1 ? 1 : random.int(1, 5),
    divisions: divisionsText(divisions),
    createdByID: random.int(1, 4),
    createdDate,
    updatedByID: 1,
    updatedDate: createdDate,
    deleted: isDeleted(id),
    ...(isRegisteredTwice(id) ? sameAs(clientAt(context, id - 1, [])) : {}),
  };
}

/** What two colleagues enter who do not know of each other. */
const sameAs = ({ name, website, registrationNumber }: Partial<Client>): Partial<Client> => ({
  name: `${name} Pty Ltd`,
  website,
  registrationNumber,
});

function nameOf(context: DemoContext, id: number): string {
  const { clients: known, trades } = industryOfClient(id);
  const fixed = known[Math.floor((id - 1) / 5)];
  if (fixed) return fixed;
  const random = context.random('client name', id);
  return `${random.pick(PLACES).suburb} ${random.pick(trades)} ${random.pick(SUFFIXES)}`;
}

function divisionsOf(context: DemoContext, id: number): number[] {
  const own = divisionOfClient(id);
  const other = (own % 5) + 1;
  return id === 1 || context.random('client divisions', id).chance(0.3) ? [own, other] : [own];
}

export const placeOfSite = (context: DemoContext, site: number): Place =>
  site === 1 ? (PLACES[0] as Place) : context.random('site place', site).pick(PLACES);

/** Deterministic: the same id always returns the same site. */
export function siteAt(context: DemoContext, id: number, client: number): Partial<Site> & Pick<Site, 'address1' | 'address2' | 'address3'> {
  const random = context.random('site', id);
  const { suburb, state, postcode, countryCode, latitude, longitude } = placeOfSite(context, id);
  const isFirst = id === sitesOfClient(client)[0];
  const date = context.day(-600);
  return {
    id,
    clientID: client,
    name: isFirst ? 'Head office' : random.pick(SITE_NAMES),
    address1: id === 1 ? '200 George Street' : `${random.int(1, 480)} ${random.pick(STREETS)}`,
    address2: id === 1 ? 'Level 12' : random.weighted([null, 3], [`Level ${random.int(1, 30)}`, 1]),
    address3: id === 1 ? 'Reception on the ground floor' : random.weighted([null, 9], ['Gate 4', 1]),
    suburb,
    state,
    postcode,
    countryCode,
    latitude,
    longitude,
    createdDate: date,
    createdByID: 1,
    updatedByID: 1,
    updatedDate: date,
    deleted: false,
  };
}
