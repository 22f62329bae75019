import type { Unit } from '../database';
import { Notification } from './notification.entity';

/** What a user is to know. */
export interface NewNotification {
  readonly userID: number;
  readonly message: string;
  /** The record that it is about, by the name of its type. */
  readonly about?: { readonly type: string; readonly id: number };
}

/** Leaves a notification in the unit of work that it tells of. */
export async function notify(unit: Unit, notification: NewNotification): Promise<void> {
  const { userID, message, about } = notification;
  const { cause } = unit.caller;
  await unit.em.insert(Notification, {
    userID,
    message,
    aboutType: about?.type,
    aboutID: about?.id,
    automationID: cause?.automationID,
    runID: cause?.runID,
    createdDate: unit.now,
  });
}
