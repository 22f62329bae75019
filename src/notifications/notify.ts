import type { Transaction } from '../core/database';
import { Notification } from './notification.entity';

/** A notification for a user. */
export interface NewNotification {
  readonly userID: number;
  readonly message: string;
  /** The record that it is about, by the name of its type. */
  readonly about?: { readonly type: string; readonly id: number };
}

/** Notifications in one statement: texts may be long, and a statement holds so much. */
const BATCH = 100;

/** Creates notifications in the current transaction. */
export async function notify(transaction: Transaction, notifications: readonly NewNotification[]): Promise<void> {
  for (let from = 0; from < notifications.length; from += BATCH) {
    const rows = notifications.slice(from, from + BATCH).map((each) => rowOf(transaction, each));
    await transaction.em.createQueryBuilder().insert().into(Notification).values(rows).updateEntity(false).execute();
  }
}

const rowOf = ({ caller, now }: Transaction, { userID, message, about }: NewNotification): Partial<Notification> => ({
  userID,
  message,
  aboutType: about?.type,
  aboutID: about?.id,
  automationID: caller.cause?.automationID,
  runID: caller.cause?.runID,
  createdDate: now,
});
