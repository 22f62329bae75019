import type { EntityManager } from 'typeorm';
import { countryOfDivision } from '../records';
import { standardisedPhone } from '../text/phones';
import type { Candidate } from './candidate.entity';
import { candidates } from './candidates.records';

const PHONES = ['mobile', 'home', 'work'] as const;

/** The phone numbers in E.164, read as of the candidate's country, else of the country of its first division. */
export async function standardisePhones(em: EntityManager, before: Candidate, after: Candidate): Promise<void> {
  if (before.countryCode === after.countryCode && PHONES.every((phone) => before[phone] === after[phone])) return;
  const country = after.countryCode || (await countryOfDivision(em, candidates, after.id ?? 0));
  for (const phone of PHONES) after[`${phone}_Standardised`] = standardisedPhone(after[phone], country);
}
