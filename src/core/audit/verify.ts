import type { KeyObject } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { SYSTEM_CALLER } from '../callers';
import { AUDITED } from '../changes';
import type { Vault } from '../config';
import type { Transactions } from '../database';
import { counterValue } from '../database/counters';
import { numberOf, rows } from '../database/rows';
import { sql } from '../sql';
import { ENTRY_COLUMNS, entryOf, hashOf, type StoredEntry } from './chain';
import { chainKeys, type ChainKey } from './keys';
import { REMOVED } from './removed';

const BATCH = 1000;

/** What was found when the audit was verified. */
export interface Verification {
  /** The first thing that is wrong, as a sentence; undefined: nothing is. */
  readonly problem?: string;
  /** How many entries have been verified. */
  readonly verified: number;
  /** Entries whose key has been lost with the secret key: their order has been verified only. */
  readonly withoutKey: number;
  readonly last?: Pick<StoredEntry, 'sequence' | 'hash'>;
}

/** Looks for entries that were changed, removed or moved. The service may write further ones meanwhile. */
export async function verifyAudit(transactions: Transactions, vault: Vault): Promise<Verification> {
  const { keys, removed, audited } = await transactions.read(SYSTEM_CALLER, async ({ em }) => ({
    keys: await chainKeys(em, vault),
    removed: await removedUpTo(em),
    audited: await numberOf(em, counterValue(AUDITED)),
  }));
  let [last, expected, verified, withoutKey]: [StoredEntry | undefined, number, number, number] = [undefined, removed + 1, 0, 0];
  const isRemovedByAge = async (upTo: number): Promise<boolean> =>
    (await transactions.read(SYSTEM_CALLER, ({ em }) => removedUpTo(em))) >= upTo;
  for (
    let next = await entriesAfter(transactions, removed);
    next.length > 0;
    next = await entriesAfter(transactions, next.at(-1)!.sequence)
  ) {
    for (const entry of next) {
      // the service may be removing the oldest ones
      if (entry.sequence > expected && (await isRemovedByAge(entry.sequence - 1))) [last, expected] = [undefined, entry.sequence];
      const key = keyOf(keys, entry.sequence);
      const problem = problemOf(entry, last, expected, key);
      if (problem !== undefined) return { problem, verified, withoutKey, last };
      if (key === null) withoutKey += 1;
      verified += 1;
      expected = entry.sequence + 1;
      last = entry;
    }
  }
  const isMissing = expected <= audited && !(await isRemovedByAge(audited));
  const problem = isMissing ? `${named(expected, audited)} at the end.` : undefined;
  return { problem, verified, withoutKey, last };
}

const removedUpTo = (em: EntityManager): Promise<number> => numberOf(em, counterValue(REMOVED));

async function entriesAfter(transactions: Transactions, sequence: number): Promise<StoredEntry[]> {
  const found = await transactions.read(SYSTEM_CALLER, ({ em }) =>
    rows(em, sql`SELECT ${ENTRY_COLUMNS} FROM audit_entry WHERE sequence > ${sequence} ORDER BY sequence LIMIT ${BATCH}`),
  );
  return found.map(entryOf);
}

/** undefined: there is none. */
const keyOf = (keys: readonly ChainKey[], sequence: number): KeyObject | null | undefined => keys.find(({ from }) => from <= sequence)?.key;

function problemOf(
  entry: StoredEntry,
  last: StoredEntry | undefined,
  expected: number,
  key: KeyObject | null | undefined,
): string | undefined {
  const { sequence, previousHash, hash } = entry;
  if (sequence !== expected) return `${named(expected, sequence - 1)}.`;
  if (key === undefined) return `The key of entry ${sequence} is missing.`;
  if (last && previousHash !== last.hash) return `Entry ${sequence} was not written after entry ${last.sequence} as it is.`;
  if (key !== null && hash !== hashOf(key, entry)) return `Entry ${sequence} has been changed.`;
  return undefined;
}

const named = (from: number, to: number): string => (from === to ? `Entry ${from} is missing` : `Entries ${from} to ${to} are missing`);
