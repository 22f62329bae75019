import { exactly, roundToCents } from '../../core/money';
import { RateUnit } from '../../core/terms/numbers';
import { joined } from '../../core/text/joined';
import type { Job } from '../job.entity';

export const ADDRESS = ['address1', 'address2', 'address3', 'suburb', 'state', 'postcode', 'countryCode', 'latitude', 'longitude'] as const;

/** The address fields that sites and jobs share. */
export type Address = Pick<Job, (typeof ADDRESS)[number]>;

/** Copies the address of a site to its job, unless the job has its own. */
export function copySiteAddress(job: Job, site: Address): void {
  if (job.hasOwnAddress) return;
  for (const part of ADDRESS) Object.assign(job, { [part]: site[part] });
}

/** Sets the derived texts of a job: addresses and pay range. @param countryName the name for its countryCode */
export function setJobTexts(job: Job, countryName: string | null): void {
  const { address1, address2, address3, suburb, state, postcode } = job;
  job.shortAddress = joined([suburb, state], ', ');
  job.fullAddress = joined([address1, address2, address3, joined([suburb, state, postcode], ' '), countryName], ', ');
  job.payRange = range(job.rateFrom, job.rateTo, job.rateUnits) ?? range(job.salaryFrom, job.salaryTo, job.salaryUnits);
}

/** "65.00 - 75.00 per hour"; rates take precedence over the salary; 0 counts as unset. */
function range(from: number | null, to: number | null, unit: number | null): string | null {
  const figures = [...new Set([from, to].flatMap((figure) => (figure ? [roundToCents(exactly(figure)).toFixed(2)] : [])))];
  if (figures.length === 0) return null;
  const period = Object.entries(RateUnit)
    .find(([, id]) => id === unit)?.[0]
    .toLowerCase();
  return figures.join(' - ') + (period ? ` per ${period}` : '');
}
