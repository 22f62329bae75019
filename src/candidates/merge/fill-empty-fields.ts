import { writableFields } from '../../core/records';
import type { Candidate } from '../candidate.entity';
import { candidates } from '../candidates.records';

type Name = keyof Candidate;

/** Fields filled as a group: half of one address and half of another are no address. */
const FIELD_GROUPS: readonly (readonly Name[])[] = [
  ['address1', 'address2', 'suburb', 'state', 'postcode', 'countryCode'],
  ['latitude', 'longitude'],
  ['payrollState', 'payrollCountry'],
  ['preferredRate', 'preferredRateUnitsId'],
  ['preferredSalary', 'preferredSalaryUnitsId'],
  ['nationality', 'nationalityID'],
  ['isRedFlagged', 'redFlaggedDate', 'redFlaggedByID', 'redFlaggedComments'],
  ['hasResumeViewerDoc', 'resumeViewerDate', 'resumeUpdateDate'],
];

/** Fills the empty fields of a candidate from the first of the others that has a value. An opt-out or red flag is kept. */
export function fillFrom(candidate: Candidate, others: readonly Candidate[]): void {
  for (const names of groups()) {
    const source = [candidate, ...others].find((each) => names.some((name) => hasValue(each[name])));
    if (source) names.forEach((name) => Object.assign(candidate, { [name]: source[name] }));
  }
}

function groups(): (readonly Name[])[] {
  const grouped = new Set<string>(FIELD_GROUPS.flat());
  const single = writableFields(candidates).filter(({ name }) => !grouped.has(name) && name !== 'deleted');
  return [...FIELD_GROUPS, ...single.map(({ name }) => [name as Name])];
}

const hasValue = (value: unknown): boolean => (typeof value === 'string' ? value.trim() !== '' : Boolean(value));
