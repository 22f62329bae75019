import { rows, execute } from '../database/rows';
import type { Unit } from '../database';
import { InvalidRequest } from '../http';
import { sql } from '../query';
import { loadAll, ruledBy } from '../records';
import { recordTypeNamed } from '../fields/record-type';
import { countryName } from '../text/countries';
import type { Job } from './job.entity';
import { ADDRESS, followSite, jobTexts, type Address } from './job.derived';
import { jobs } from './jobs.records';

const PLACES = ['contact1ID', 'contact2ID', 'contact3ID', 'contact4ID'] as const;
const PERCENTAGES = ['consultantPercentage1', 'consultantPercentage2', 'consultantPercentage3', 'consultantPercentage4', 'consultantPercentage5'] as const;

ruledBy<Job>(jobs, {
  prepare,
  async follow(unit, before, after) {
    if (PLACES.some((place) => before[place] !== after[place])) await replaceContacts(unit, after);
  },
});

async function prepare(unit: Unit, before: Job, after: Job): Promise<void> {
  refuseOverHundred(after);
  if (ADDRESS.some((part) => before[part] !== after[part])) after.hasOwnAddress = ADDRESS.some((part) => after[part] !== null && after[part] !== '');
  if (before.siteID !== after.siteID || before.hasOwnAddress !== after.hasOwnAddress) followSite(after, await addressOf(unit, after.siteID));
  jobTexts(after, countryName(after.countryCode));
  if (before.stageID !== after.stageID && after.closeDate === before.closeDate && (await isClosed(unit, after.stageID))) after.closeDate = unit.now;
}

function refuseOverHundred(job: Job): void {
  const sum = PERCENTAGES.reduce((total, name) => total + job[name], 0);
  if (sum > 100) throw InvalidRequest.because([{ pointer: '/consultantPercentage1', detail: `must leave the five percentages at 100 or less together; they are ${sum}` }]);
}

const NOWHERE: Address = { address1: null, address2: null, address3: null, suburb: null, state: null, postcode: null, countryCode: null, latitude: null, longitude: null };

async function addressOf({ em }: Unit, siteID: number | null): Promise<Address> {
  const [site] = siteID === null ? [] : await loadAll(em, recordTypeNamed('Site'), [siteID]);
  return { ...NOWHERE, ...site };
}

async function isClosed({ em }: Unit, stageID: number | null): Promise<boolean> {
  const found = await rows(em, sql`SELECT 1 FROM lookup WHERE list = 'jobStage' AND id = ${stageID ?? 0} AND closed = 1`);
  return found.length > 0;
}

/** One row for each contact of the job, whichever of its places it has. */
async function replaceContacts({ em }: Unit, job: Job): Promise<void> {
  await execute(em, sql`DELETE FROM job_contact WHERE jobID = ${job.id}`);
  const contacts = new Set(PLACES.flatMap((place) => job[place] ?? []));
  for (const contactID of contacts) await execute(em, sql`INSERT INTO job_contact (contactID, jobID) VALUES (${contactID}, ${job.id})`);
}
