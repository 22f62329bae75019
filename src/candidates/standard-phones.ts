import type { EntityManager } from 'typeorm';
import { rows } from '../database/rows';
import { sql } from '../query';
import { standardisedPhone } from '../text/phones';
import type { Candidate } from './candidate.entity';

const PHONES = ['mobile', 'home', 'work'] as const;

/** The phone numbers in E.164, read as of the candidate's country, else of the country of its first division. */
export async function standardisePhones(em: EntityManager, before: Candidate, after: Candidate): Promise<void> {
  if (before.countryCode === after.countryCode && PHONES.every((phone) => before[phone] === after[phone])) return;
  const country = after.countryCode || (await countryOfDivision(em, before.id));
  for (const phone of PHONES) after[`${phone}_Standardised`] = standardisedPhone(after[phone], country);
}

async function countryOfDivision(em: EntityManager, candidateID: number): Promise<string | null> {
  const [[country] = []] = await rows(
    em,
    sql`SELECT d.countryCode FROM candidate_division cd JOIN division d ON d.id = cd.divisionID WHERE cd.recordID = ${candidateID} AND d.countryCode IS NOT NULL ORDER BY d.id LIMIT 1`,
  );
  return (country as string | undefined) ?? null;
}
