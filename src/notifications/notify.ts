import type { Transaction } from '../core/database';
import { Notification } from './notification.entity';

/** A notification for a user. */
export interface NewNotification {
  readonly userID: number;
  readonly message: string;
  /** The record that it is about, by the name of its type. */
  readonly about?: { readonly type: string; readonly id: number };
}

/** Creates a notification in the current transaction. */
export async function notify(transaction: Transaction, notification: NewNotification): Promise<void> {
  const { userID, message, about } = notification;
  const { cause } = transaction.caller;
  await transaction.em.insert(Notification, {
    userID,
    message,
    aboutType: about?.type,
    aboutID: about?.id,
    automationID: cause?.automationID,
    runID: cause?.runID,
    createdDate: transaction.now,
  });
}
