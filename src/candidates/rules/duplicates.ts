import { randomInt } from 'node:crypto';
import { isDuplicate } from '../../database/errors';
import { rows } from '../../database/rows';
import type { Unit } from '../../database';
import { Conflict } from '../../http';
import { sql } from '../../query';
import { fold, foldedKey } from '../../text/fold';
import type { Candidate } from '../candidate.entity';

/** Another live candidate has the same e-mail address. */
export class DuplicateCandidate extends Conflict {
  override readonly type = '/problems/duplicate-candidate';
  override readonly title = 'Another candidate has this e-mail address';

  constructor(email: string, id: number) {
    super(`The candidate ${id} has the email1 ${email} already. Send ?allowDuplicate=true to save it all the same.`);
  }
}

/** Between the address and the number of a candidate that was allowed to share it: its id, or one drawn while it has none. No folded text has one. */
const SHARED = '\n';
const LONGEST = 380;

/**
 * Saves the candidate as the holder of its e-mail address. Of several who want one at the same moment the first gets it; the
 * others then see who has it.
 * @param save writes the candidate, and may be asked to a second time
 * @throws DuplicateCandidate when another live candidate holds the address and that is not allowed
 */
export async function holdingEmail<T>(unit: Unit, candidate: Candidate, allowDuplicate: boolean, save: () => Promise<T>): Promise<T> {
  candidate.emailKey = await emailKeyOf(unit, candidate, allowDuplicate);
  try {
    return await save();
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    candidate.emailKey = await emailKeyOf(unit, candidate, allowDuplicate);
    return save();
  }
}

/** The folded address that a candidate holds, null for one that holds none. */
const addressHeld = ({ email1, deleted }: Pick<Candidate, 'email1' | 'deleted'>): string | null =>
  deleted ? null : foldedKey(email1 ?? '', LONGEST) || null;

/** The key as it would be made of the address today; where the address was shared it still is. */
export function refoldedKey(candidate: Pick<Candidate, 'email1' | 'deleted'>, kept: string | null): string | null {
  const [, number] = kept?.split(SHARED) ?? [];
  const address = addressHeld(candidate);
  return address === null || number === undefined ? address : `${address}${SHARED}${number}`;
}

/** The unique key by which a candidate holds its e-mail address; null for one that holds none. */
async function emailKeyOf({ em }: Unit, candidate: Candidate, allowDuplicate: boolean): Promise<string | null> {
  const email = addressHeld(candidate);
  if (email === null) return null;
  const shared = `${email}${SHARED}`;
  const [[holder] = []] = await rows(
    em,
    sql`SELECT id FROM candidate WHERE (emailKey = ${email} OR (emailKey >= ${shared} AND emailKey < ${`${shared}:`})) AND id <> ${candidate.id ?? 0} ORDER BY id LIMIT 1`,
  );
  if (holder === undefined) return email;
  if (!allowDuplicate) throw new DuplicateCandidate(candidate.email1, holder as number);
  return `${shared}${candidate.id ?? randomInt(2 ** 47)}`;
}

/** Does the change concern who holds the address? */
export const concernsEmail = (before: Candidate, after: Candidate): boolean =>
  fold(before.email1 ?? '') !== fold(after.email1 ?? '') || before.deleted !== after.deleted;
