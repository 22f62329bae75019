import type { Transaction } from '../core/database';
import { insertRows, rowsFrom } from '../core/records';

/** A notification for a user. */
export interface NewNotification {
  readonly userID: number;
  readonly message: string;
  /** The record that it is about, by the name of its type. */
  readonly about?: { readonly type: string; readonly id: number };
}

/** Creates notifications in the current transaction. */
export async function notify(transaction: Transaction, notifications: readonly NewNotification[]): Promise<void> {
  const rows = notifications.map((each) => rowOf(transaction, each));
  if (rows.length > 0) await insertRows(transaction.em, rowsFrom('notification', rows));
}

const rowOf = ({ caller, now }: Transaction, { userID, message, about }: NewNotification) => ({
  userID,
  message,
  aboutType: about?.type,
  aboutID: about?.id,
  automationID: caller.cause?.automationID,
  runID: caller.cause?.runID,
  createdDate: now,
});
