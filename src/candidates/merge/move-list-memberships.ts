import type { Transaction } from '../../core/database';
import { addToList, membershipsOf, removeFromList } from '../../lists';
import { candidates } from '../candidates.records';

/** Replaces the given candidates with another one on the saved lists they are on. */
export async function moveListMemberships(transaction: Transaction, from: readonly number[], to: number): Promise<void> {
  for (const { listID, recordID } of await membershipsOf(transaction.em, candidates, from)) {
    await addToList(transaction, listID, [to], candidates);
    await removeFromList(transaction, listID, recordID);
  }
}
