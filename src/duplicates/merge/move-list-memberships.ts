import type { Transaction } from '../../core/database';
import type { RecordType } from '../../core/fields/record-type';
import { addToList, membershipsOf, moveOnDeletedLists, removeFromList } from '../../lists';

/** Replaces the given records with another one on the saved lists they are on. */
export async function moveListMemberships(transaction: Transaction, type: RecordType, from: readonly number[], to: number): Promise<void> {
  for (const { listID, recordID } of await membershipsOf(transaction.em, type, from)) {
    await addToList(transaction, listID, [to], type);
    await removeFromList(transaction, listID, recordID);
  }
  await moveOnDeletedLists(transaction, type, from, to);
}
