import { Unit } from '../../terms/numbers';
import { joined } from '../../text/joined';
import type { Job } from '../job.entity';

export const ADDRESS = ['address1', 'address2', 'address3', 'suburb', 'state', 'postcode', 'countryCode', 'latitude', 'longitude'] as const;

/** What a site and a job say of where they are. */
export type Address = Pick<Job, (typeof ADDRESS)[number]>;

/** Gives a job the address of its site, unless it has one of its own. */
export function followSite(job: Job, site: Address): void {
  if (job.hasOwnAddress) return;
  for (const part of ADDRESS) Object.assign(job, { [part]: site[part] });
}

/** Sets the texts of a job that follow from its other fields. @param countryName of its countryCode */
export function jobTexts(job: Job, countryName: string | null): void {
  const { address1, address2, address3, suburb, state, postcode } = job;
  job.shortAddress = joined([suburb, state], ', ');
  job.fullAddress = joined([address1, address2, address3, joined([suburb, state, postcode], ' '), countryName], ', ');
  job.payRange = range(job.rateFrom, job.rateTo, job.rateUnits) ?? range(job.salaryFrom, job.salaryTo, job.salaryUnits);
}

/** "65.00 - 75.00 per hour"; the rates go before the salary, and 0 is none. */
function range(from: number | null, to: number | null, unit: number | null): string | null {
  const figures = [...new Set([from, to].flatMap((figure) => (figure ? [figure.toFixed(2)] : [])))];
  if (figures.length === 0) return null;
  const period = Object.entries(Unit)
    .find(([, id]) => id === unit)?.[0]
    .toLowerCase();
  return figures.join(' - ') + (period ? ` per ${period}` : '');
}
