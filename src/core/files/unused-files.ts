import type { Transaction, View } from '../database';
import { execute, rows } from '../database/rows';
import { list, sql, sqlMoment, values } from '../sql';

/** Sent after a commit that leaves files unused. */
export const FILES_UNUSED = 'files unused';

/** Notes files that nothing refers to any more, in the transaction in which that is so. They are removed after its commit. */
export async function discardFiles(transaction: Transaction, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await noteUnused(transaction, keys, transaction.now);
  transaction.signalAfterCommit(FILES_UNUSED);
}

/** Notes files that are removed at a time unless something uses them by then. */
export async function noteUnused({ em }: Transaction, keys: readonly string[], removeAfter: Date): Promise<void> {
  const noted = keys.map((key) => sql`(${key}, ${sqlMoment(removeAfter)})`);
  await execute(em, sql`INSERT INTO unused_file (storageKey, removeAfter) VALUES ${list(noted)}`);
}

/** Whatever refers to a file says so in its transaction. @throws Error if it has been removed */
export async function useFile({ em }: Transaction, key: string): Promise<void> {
  const used = await execute(em, sql`DELETE FROM unused_file WHERE storageKey = ${key}`);
  if (used !== 1) throw new Error(`The file ${key} is in use, or has been removed.`);
}

/** The request that a file came with has ended: unless something uses it, it is removed. */
export async function releaseFile(transaction: Transaction, key: string): Promise<void> {
  const { em, now } = transaction;
  const unused = await execute(em, sql`UPDATE unused_file SET removeAfter = ${sqlMoment(now)} WHERE storageKey = ${key}`);
  if (unused > 0) transaction.signalAfterCommit(FILES_UNUSED);
}

/** Those that may be removed now, the oldest first. */
export async function filesToRemove({ em, now }: View, most: number): Promise<string[]> {
  const found = await rows(
    em,
    sql`SELECT storageKey FROM unused_file WHERE removeAfter <= ${sqlMoment(now)} ORDER BY removeAfter LIMIT ${most}`,
  );
  return found.map(([key]) => key as string);
}

export const forgetFiles = async ({ em }: Transaction, keys: readonly string[]): Promise<void> =>
  void (await execute(em, sql`DELETE FROM unused_file WHERE storageKey IN (${values(keys)})`));
