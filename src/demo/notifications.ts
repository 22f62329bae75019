import type { Notification } from '../notifications';
import { made, type Making } from './made';
import type { World } from './world';

/** What the automations of the firm have told its people. */
export function* notifications(world: World): Making {
  for (const [index, said] of NOTIFICATIONS.entries()) {
    const createdDate = world.day(index - NOTIFICATIONS.length);
    yield made('Notification', {
      id: index + 1,
      aboutType: null,
      aboutID: null,
      automationID: null,
      runID: null,
      ...said,
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
