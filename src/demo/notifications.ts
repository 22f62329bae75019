import type { Notification } from '../notifications';
import { demoRecord, type DemoRecords } from './demo-record';
import type { DemoContext } from './demo-context';

/** Notifications that the automations have sent to the users. */
export function* notifications(context: DemoContext): DemoRecords {
  for (const [index, values] of NOTIFICATIONS.entries()) {
    const createdDate = context.day(index - NOTIFICATIONS.length);
    yield demoRecord('Notification', {
      id: index + 1,
      aboutType: null,
      aboutID: null,
      automationID: null,
      runID: null,
      ...values,
      createdDate,
      readDate: null,
    });
  }
}

const NOTIFICATIONS: readonly (Pick<Notification, 'userID' | 'message'> & Partial<Notification>)[] = [
  { userID: 1, message: 'A placement of more than six months has been approved.', aboutType: 'Placement', aboutID: 1, automationID: 9 },
  { userID: 1, message: 'A placement of more than six months has been approved.', aboutType: 'Placement', aboutID: 2, automationID: 9 },
  { userID: 2, message: 'A placement of more than six months has been approved.', aboutType: 'Placement', aboutID: 3, automationID: 9 },
];
