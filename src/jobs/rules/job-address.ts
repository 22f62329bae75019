import type { Transaction } from '../../core/database';
import { loadAll } from '../../core/records';
import { countryName } from '../../core/text/countries';
import type { Job } from '../job.entity';
import { ADDRESS, copySiteAddress, setJobTexts, type Address } from './job.derived';
import { requireSiteOfClient } from './site-of-client';

const NO_ADDRESS: Address = {
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

/** Sets the address of a job: its own, or else that of its site. @throws InvalidRequest when the site is not one of the job's client */
export async function updateAddress(transaction: Transaction, before: Job, after: Job): Promise<void> {
  if (ADDRESS.some((part) => before[part] !== after[part]))
    after.hasOwnAddress = ADDRESS.some((part) => after[part] !== null && after[part] !== '');
  // a site without live jobs may have moved to another client
  const isRestored = before.deleted && !after.deleted;
  const isSiteChanged = before.siteID !== after.siteID || before.clientID !== after.clientID || isRestored;
  if (isSiteChanged || before.hasOwnAddress !== after.hasOwnAddress) {
    const site = await siteOf(transaction, after.siteID);
    if (isSiteChanged && site) requireSiteOfClient(site.clientID ?? null, after.clientID, 'job');
    copySiteAddress(after, { ...NO_ADDRESS, ...site });
  }
  setJobTexts(after, countryName(after.countryCode));
}

async function siteOf({ em, types }: Transaction, siteID: number | null): Promise<Site | undefined> {
  const [site] = siteID === null ? [] : await loadAll<Site>(em, types.named('Site'), [siteID]);
  return site;
}
