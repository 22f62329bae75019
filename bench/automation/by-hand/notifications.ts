import { randomUUID } from 'node:crypto';
import { insert } from '../../database';
import { peopleOf, type Person } from './activities';
import { insertDeliveries } from './deliveries';
import { USER_ID, type ByHand } from './run';

/** A notification for the owner of each contact, and an e-mail where the owner has an address. */
export const notifyOwnerByHand = (compose: (person: Person) => string): ByHand => ({
  batch: async (run, ids, now) => {
    const { store, automationID, runID } = run;
    const users = await store.all("SELECT id, email FROM user WHERE isActive = 1 AND deleted = 0 AND email <> ''");
    const addresses = new Map(users as [number, string][]);
    const messages = (await peopleOf(store, ids)).map((person) => ({
      userID: person.ownerID ?? USER_ID,
      about: person.id,
      message: compose(person),
    }));
    await insert(
      store,
      'notification',
      ['userID', 'message', 'aboutType', 'aboutID', 'automationID', 'runID', 'createdDate'],
      messages.map(({ userID, message, about }) => [userID, message, 'Contact', about, automationID, runID, now.sql]),
    );
    const mails = messages.flatMap(({ userID, message, about }) => {
      const recipient = addresses.get(userID);
      const body = `${message}\n\nThis is about the contact ${about}.`;
      return recipient === undefined
        ? []
        : [{ publicID: randomUUID(), kind: 'email' as const, recipient, subject: 'Notification', body, about }];
    });
    if (mails.length > 0) await insertDeliveries(run, mails, now);
    return ids;
  },
});
