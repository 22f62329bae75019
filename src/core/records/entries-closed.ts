import type { Transaction } from '../database';
import { rulesOf } from './rules';

/** Applies what follows for records from entries of a lookup list that now close them, or no longer do. */
export async function entriesClosed(transaction: Transaction, list: string, entryIDs: readonly number[], closed: boolean): Promise<void> {
  if (entryIDs.length === 0) return;
  for (const type of transaction.types.all) await rulesOf(transaction, type).entriesClosed?.(transaction, list, entryIDs, closed);
}
