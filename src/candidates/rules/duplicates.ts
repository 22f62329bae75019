import { randomInt } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { rows } from '../../core/database/rows';
import type { Transaction } from '../../core/database';
import type { ProblemKind } from '../../core/problems';
import { ConfirmationRequired, duplicatesOf, visibleIds, type RecordChange } from '../../core/records';
import { or, sql, values } from '../../core/sql';
import { fold, foldedKey } from '../../core/text/fold';
import type { Candidate } from '../candidate.entity';

/** Another live candidate is probably the same person. */
export class DuplicateCandidate extends ConfirmationRequired {
  static override readonly kind: ProblemKind = {
    type: '/problems/duplicate-candidate',
    status: 409,
    title: 'Another candidate is probably the same person',
    meaning: 'Another candidate has one of the e-mail addresses, or the name and date of birth; its id is recordID.',
    remedy: 'Correct the request, or repeat it with ?allowDuplicate=true if this is meant.',
  };

  /** @param common what both have: the e-mail address x@example.com */
  constructor(id: number, common: string) {
    super(`Candidate ${id} already has ${common}.`, 'allowDuplicate', { recordType: 'Candidate', recordID: id });
  }
}

/** The problems of candidates, unless they are confirmed. */
type Found = ReadonlyMap<object, DuplicateCandidate>;

/** How a reason is named in a message. */
const COMMON: Readonly<Record<string, string>> = {
  email: 'the e-mail address',
  nameAndDateOfBirth: 'the name and date of birth',
};

/**
 * @returns DuplicateCandidate for those with an address, or a name and date of birth, that another live candidate has, both as far as the
 * caller sees them
 */
export async function findDuplicates(transaction: Transaction, changes: readonly RecordChange<Candidate>[]): Promise<Found> {
  const found = await duplicatesOf(transaction, transaction.types.named('Candidate'), changes);
  return new Map([...found].map(([record, { id, kind, shown }]) => [record, new DuplicateCandidate(id, `${COMMON[kind]} ${shown}`)]));
}

/**
 * Separates a shared address from the number that makes its key unique: the candidate's id, or a random one before it
 * has an id. Folded texts never contain it.
 */
const SEPARATOR = '\n';
const MAX_ADDRESS_LENGTH = 380;

/**
 * Sets the unique keys of the e-mail addresses that change.
 * @returns DuplicateCandidate for those whose address another live candidate has that the caller sees
 */
export async function setEmailKeys(transaction: Transaction, changes: readonly RecordChange<Candidate>[]): Promise<Found> {
  const candidates = changes.filter(({ before, after }) => affectsEmail(before, after)).map(({ after }) => after);
  const holders = await holdersOf(transaction.em, [...new Set(candidates.flatMap((candidate) => addressHeld(candidate) ?? []))]);
  const isSeen = await seenBy(transaction, [...holders.values()].flat());
  const found = new Map<object, DuplicateCandidate>();
  for (const candidate of candidates) {
    const address = addressHeld(candidate);
    const others = (holders.get(address ?? '') ?? []).filter((id) => id !== candidate.id);
    candidate.emailKey = address !== null && others.length > 0 ? sharedKey(address, candidate) : address;
    const holder = others.find(isSeen);
    if (holder !== undefined) found.set(candidate, new DuplicateCandidate(holder, `the email1 ${candidate.email1}`));
  }
  return found;
}

/** One that the caller does not see is no reason to refuse another. */
async function seenBy(transaction: Transaction, ids: readonly number[]): Promise<(id: number) => boolean> {
  if (transaction.caller.scope.divisions === 'all') return () => true;
  const seen = new Set(await visibleIds(transaction, transaction.types.named('Candidate'), ids));
  return (id) => seen.has(id);
}

/** The folded e-mail address of a live candidate; null when deleted or without one. */
export const addressHeld = ({ email1, deleted }: Pick<Candidate, 'email1' | 'deleted'>): string | null =>
  deleted ? null : foldedKey(email1 ?? '', MAX_ADDRESS_LENGTH) || null;

/** The key recomputed from the address; a shared address stays shared. */
export function refoldedKey(candidate: Pick<Candidate, 'email1' | 'deleted'>, stored: string | null): string | null {
  const [, number] = stored?.split(SEPARATOR) ?? [];
  const address = addressHeld(candidate);
  return address === null || number === undefined ? address : `${address}${SEPARATOR}${number}`;
}

const sharedKey = (address: string, { id }: Candidate): string => `${address}${SEPARATOR}${id ?? randomInt(2 ** 47)}`;

/** The ids of the live candidates that have addresses, in ascending order, by address. */
async function holdersOf(em: EntityManager, addresses: readonly string[]): Promise<ReadonlyMap<string, readonly number[]>> {
  const holders = new Map(addresses.map((address): [string, number[]] => [address, []]));
  if (addresses.length === 0) return holders;
  // servers order an address behind its numbers, as if it ended in spaces, the embedded database before; a colon follows the digits
  const shared = addresses.map((address) => sql`(emailKey >= ${address + SEPARATOR} AND emailKey < ${`${address}${SEPARATOR}:`})`);
  const alone = sql`emailKey IN (${values(addresses)})`;
  // not ordered by the query, or the embedded database would read all candidates in that order
  const found = await rows(em, sql`SELECT id, emailKey FROM candidate WHERE ${or([alone, ...shared])}`);
  const inOrder = found.toSorted(([one], [other]) => Number(one) - Number(other));
  for (const [id, key] of inOrder) holders.get(String(key).split(SEPARATOR)[0] ?? '')?.push(id as number);
  return holders;
}

/** Whether the change affects the unique key. */
const affectsEmail = (before: Candidate, after: Candidate): boolean =>
  fold(before.email1 ?? '') !== fold(after.email1 ?? '') || before.deleted !== after.deleted;
