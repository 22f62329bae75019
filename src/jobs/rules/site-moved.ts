import type { Unit } from '../../database';
import { rows } from '../../database/rows';
import { sql } from '../../query';
import { loadAll, save } from '../../records';
import { countryName } from '../../text/countries';
import { ADDRESS, followSite, jobTexts, type Address } from './job.derived';
import { jobs } from '../jobs.records';

const BATCH = 100;

/** Gives the jobs of a site its address, but for those that have their own. Deleted ones too: they may come back. */
export async function siteMoved(unit: Unit, before: Address, site: Address & { id: number }): Promise<void> {
  if (ADDRESS.every((part) => before[part] === site[part])) return;
  const found = await rows(unit.em, sql`SELECT id FROM job WHERE siteID = ${site.id} AND hasOwnAddress = 0 ORDER BY id`);
  const ids = found.map(([id]) => id as number);
  for (let from = 0; from < ids.length; from += BATCH) await follow(unit, site, ids.slice(from, from + BATCH));
}

async function follow(unit: Unit, site: Address, ids: readonly number[]): Promise<void> {
  for (const job of await loadAll(unit.em, jobs, ids)) {
    const after = Object.assign(new jobs.entity(), job);
    followSite(after, site);
    jobTexts(after, countryName(after.countryCode));
    await save(unit, jobs, job, after);
  }
}
