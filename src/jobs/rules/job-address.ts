import type { Unit } from '../../database';
import { recordTypeNamed } from '../../fields/record-type';
import { loadAll } from '../../records';
import { countryName } from '../../text/countries';
import type { Job } from '../job.entity';
import { ADDRESS, followSite, jobTexts, type Address } from './job.derived';
import { mustBeOwnSite } from './own-site';

const NOWHERE: Address = {
  address1: null,
  address2: null,
  address3: null,
  suburb: null,
  state: null,
  postcode: null,
  countryCode: null,
  latitude: null,
  longitude: null,
};

interface Site extends Partial<Address> {
  clientID?: number | null;
}

/** The address of a job is its own, or else that of its site, which must be one of its client's. @throws InvalidRequest */
export async function keepAddress(unit: Unit, before: Job, after: Job): Promise<void> {
  if (ADDRESS.some((part) => before[part] !== after[part]))
    after.hasOwnAddress = ADDRESS.some((part) => after[part] !== null && after[part] !== '');
  const moves = before.siteID !== after.siteID || before.clientID !== after.clientID;
  if (moves || before.hasOwnAddress !== after.hasOwnAddress) {
    const site = await siteOf(unit, after.siteID);
    if (moves && site) mustBeOwnSite(site.clientID ?? null, after.clientID, 'job');
    followSite(after, { ...NOWHERE, ...site });
  }
  jobTexts(after, countryName(after.countryCode));
}

async function siteOf({ em }: Unit, siteID: number | null): Promise<Site | undefined> {
  const [site] = siteID === null ? [] : await loadAll<Site>(em, recordTypeNamed('Site'), [siteID]);
  return site;
}
