import { ruledBy } from '../../records';
import { Event } from '../../terms/events';
import { ActivityCategory, ActivityStatus } from '../../terms/numbers';
import { activities } from '../activities.records';
import { checkAssociatedData, keepTimes, startActivity } from './activity.derived';
import type { Activity } from '../activity.entity';
import { refuseMirrored, sortIn } from './categories';
import { replaceLinks, withLinks } from '../links/links';
import { linkMainRecords, MAIN } from '../links/main-records';
import { refuseCircle } from './parents';

ruledBy<Activity>(activities, {
  async start({ em, now, caller }, activity) {
    if (!activity.typeID) activity.category ??= ActivityCategory.Note;
    await sortIn(em, { typeID: null, category: null }, activity);
    startActivity(activity, now, caller.userID);
  },
  async prepare({ em }, before, after) {
    refuseMirrored(before, after);
    await sortIn(em, before, after);
    keepTimes(before, after);
    checkAssociatedData(before, after);
    if (after.parentID !== before.parentID) await refuseCircle(em, after);
  },
  parts: ({ em }, { id }, body) => replaceLinks(em, id, body),
  async follow({ em }, before, after) {
    if (Object.values(MAIN).some((field) => before[field] !== after[field])) await linkMainRecords(em, after);
  },
  events: (_, before, after) => [
    ...(!before && after.category === ActivityCategory.Note ? [Event.NoteAdded] : []),
    ...(isCompletedMeeting(after) && !(before && isCompletedMeeting(before)) ? [Event.MeetingCompleted] : []),
  ],
  complete: withLinks,
});

const isCompletedMeeting = ({ category, statusID }: Activity): boolean =>
  category === ActivityCategory.Meeting && statusID === ActivityStatus.Completed;
