import type { EntityManager } from 'typeorm';
import { countryOfDivision } from '../../core/records';
import { standardisedPhone } from '../../core/text/phones';
import type { Candidate } from '../candidate.entity';
import { candidates } from '../candidates.records';

const PHONES = ['mobile', 'home', 'work'] as const;

/** The phone numbers in E.164; without a country code they are read as of the candidate's country, or else that of its first division. */
export async function standardisePhones(em: EntityManager, candidate: Candidate): Promise<void> {
  const country = candidate.countryCode || (await countryOfDivision(em, candidates, candidate.id));
  for (const phone of PHONES) candidate[`${phone}_Standardised`] = standardisedPhone(candidate[phone], country);
}

/** Whether the change affects the numbers or the country they are read as of. */
export const affectsPhones = (before: Candidate, after: Candidate): boolean =>
  before.countryCode !== after.countryCode || PHONES.some((phone) => before[phone] !== after[phone]);
