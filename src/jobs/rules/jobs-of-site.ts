import type { Transaction } from '../../core/database';
import { rows } from '../../core/database/rows';
import { sql } from '../../core/sql';
import { loadAll, save } from '../../core/records';
import { countryName } from '../../core/text/countries';
import { ADDRESS, copySiteAddress, setJobTexts, type Address } from './job.derived';
import { jobs } from '../jobs.records';

const BATCH = 100;

/** Copies the address of a site to its jobs, except those with their own. Includes deleted jobs: they may be restored. */
export async function updateJobsOfSite(transaction: Transaction, before: Address, site: Address & { id: number }): Promise<void> {
  if (ADDRESS.every((part) => before[part] === site[part])) return;
  const found = await rows(transaction.em, sql`SELECT id FROM job WHERE siteID = ${site.id} AND hasOwnAddress = 0 ORDER BY id`);
  const ids = found.map(([id]) => id as number);
  for (let from = 0; from < ids.length; from += BATCH) await follow(transaction, site, ids.slice(from, from + BATCH));
}

async function follow(transaction: Transaction, site: Address, ids: readonly number[]): Promise<void> {
  for (const job of await loadAll(transaction.em, jobs, ids)) {
    const after = Object.assign(new jobs.entity(), job);
    copySiteAddress(after, site);
    setJobTexts(after, countryName(after.countryCode));
    await save(transaction, jobs, job, after);
  }
}
