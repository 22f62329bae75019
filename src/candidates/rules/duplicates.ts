import { randomInt } from 'node:crypto';
import { isDuplicate } from '../../core/database/errors';
import { rows } from '../../core/database/rows';
import type { Transaction } from '../../core/database';
import { Conflict } from '../../core/problems';
import { sql } from '../../core/sql';
import { fold, foldedKey } from '../../core/text/fold';
import type { Candidate } from '../candidate.entity';

/** Another live candidate has the same e-mail address. */
export class DuplicateCandidate extends Conflict {
  override readonly type = '/problems/duplicate-candidate';
  override readonly title = 'Another candidate has this e-mail address';

  constructor(email: string, id: number) {
    super(`Candidate ${id} already has the email1 ${email}. Send ?allowDuplicate=true to save anyway.`);
  }
}

/**
 * Separates a shared address from the number that makes its key unique: the candidate's id, or a random one before it
 * has an id. Folded texts never contain it.
 */
const SEPARATOR = '\n';
const MAX_ADDRESS_LENGTH = 380;

/**
 * Saves the candidate with the unique key of its e-mail address. When another request takes the key first, looks up the
 * holder and saves once more.
 * @param save writes the candidate; may be called twice
 * @throws DuplicateCandidate when another live candidate has the address and duplicates are not allowed
 */
export async function saveWithEmailKey<T>(
  transaction: Transaction,
  candidate: Candidate,
  allowDuplicate: boolean,
  save: () => Promise<T>,
): Promise<T> {
  candidate.emailKey = await emailKeyOf(transaction, candidate, allowDuplicate);
  try {
    return await save();
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    candidate.emailKey = await emailKeyOf(transaction, candidate, allowDuplicate);
    return save();
  }
}

/** The folded e-mail address of a live candidate; null when deleted or without one. */
const addressHeld = ({ email1, deleted }: Pick<Candidate, 'email1' | 'deleted'>): string | null =>
  deleted ? null : foldedKey(email1 ?? '', MAX_ADDRESS_LENGTH) || null;

/** The key recomputed from the address; a shared address stays shared. */
export function refoldedKey(candidate: Pick<Candidate, 'email1' | 'deleted'>, stored: string | null): string | null {
  const [, number] = stored?.split(SEPARATOR) ?? [];
  const address = addressHeld(candidate);
  return address === null || number === undefined ? address : `${address}${SEPARATOR}${number}`;
}

/** The unique key of the candidate's e-mail address; null without one. */
async function emailKeyOf({ em }: Transaction, candidate: Candidate, allowDuplicate: boolean): Promise<string | null> {
  const email = addressHeld(candidate);
  if (email === null) return null;
  const prefix = `${email}${SEPARATOR}`;
  const [[holder] = []] = await rows(
    em,
    sql`SELECT id FROM candidate WHERE (emailKey = ${email} OR (emailKey >= ${prefix} AND emailKey < ${`${prefix}:`})) AND id <> ${candidate.id ?? 0} ORDER BY id LIMIT 1`,
  );
  if (holder === undefined) return email;
  if (!allowDuplicate) throw new DuplicateCandidate(candidate.email1, holder as number);
  return `${prefix}${candidate.id ?? randomInt(2 ** 47)}`;
}

/** Whether the change affects the unique key. */
export const affectsEmail = (before: Candidate, after: Candidate): boolean =>
  fold(before.email1 ?? '') !== fold(after.email1 ?? '') || before.deleted !== after.deleted;
