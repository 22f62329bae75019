import { writable } from '../../records';
import type { Candidate } from '../candidate.entity';
import { candidates } from '../candidates.records';

type Name = keyof Candidate;

/** Fields that say one thing together: half an address of one and half of another would be nobody's. */
const TOGETHER: readonly (readonly Name[])[] = [
  ['address1', 'address2', 'suburb', 'state', 'postcode', 'countryCode'],
  ['latitude', 'longitude'],
  ['payrollState', 'payrollCountry'],
  ['preferredRate', 'preferredRateUnitsId'],
  ['preferredSalary', 'preferredSalaryUnitsId'],
  ['nationality', 'nationalityID'],
  ['isRedFlagged', 'redFlaggedDate', 'redFlaggedByID', 'redFlaggedComments'],
  ['hasResumeViewerDoc', 'resumeViewerDate', 'resumeUpdateDate'],
];

/** Gives a candidate what it does not say of itself from the first of the others who does. Whoever opted out, or was flagged, stays so. */
export function fillFrom(candidate: Candidate, others: readonly Candidate[]): void {
  for (const names of groups()) {
    const fuller = [candidate, ...others].find((each) => names.some((name) => isSaid(each[name])));
    if (fuller) names.forEach((name) => Object.assign(candidate, { [name]: fuller[name] }));
  }
}

function groups(): (readonly Name[])[] {
  const grouped = new Set<string>(TOGETHER.flat());
  const single = writable(candidates).filter(({ name }) => !grouped.has(name) && name !== 'deleted');
  return [...TOGETHER, ...single.map(({ name }) => [name as Name])];
}

const isSaid = (value: unknown): boolean => (typeof value === 'string' ? value.trim() !== '' : Boolean(value));
