import type { EntityManager } from 'typeorm';
import { countryOfDivision } from '../../records';
import { standardisedPhone } from '../../text/phones';
import type { Candidate } from '../candidate.entity';
import { candidates } from '../candidates.records';

const PHONES = ['mobile', 'home', 'work'] as const;

/** The phone numbers in E.164, read as of the candidate's country, else of the country of its first division. */
export async function standardisePhones(em: EntityManager, candidate: Candidate): Promise<void> {
  const country = candidate.countryCode || (await countryOfDivision(em, candidates, candidate.id ?? 0));
  for (const phone of PHONES) candidate[`${phone}_Standardised`] = standardisedPhone(candidate[phone], country);
}

/** Does the change concern the numbers, or the country as of which they are read? */
export const concernsPhones = (before: Candidate, after: Candidate): boolean =>
  before.countryCode !== after.countryCode || PHONES.some((phone) => before[phone] !== after[phone]);
