import { where } from '../core/fields/date-rule';
import { eventsFor } from '../core/fields/record-event';
import { ActivityCategory, ActivityStatus } from '../core/terms/numbers';
import type { Activity } from './activity.entity';

const { created, raisedWhen, written, dateReached } = eventsFor<Activity>();

export const activityEvents = {
  noteAdded: created(67, 'Note added', { category: [ActivityCategory.Note] }),
  taskDue: dateReached(68, 'Task due or overdue', {
    field: 'activityDate',
    way: 'after',
    only: where(['category', '=', ActivityCategory.Task], ['statusID', '=', ActivityStatus.Open]),
  }),
  meetingCompleted: raisedWhen(
    69,
    'Meeting completed',
    ({ before, after }) => isCompletedMeeting(after) && !(before && isCompletedMeeting(before)),
    {
      causedBy: [written('statusID', ActivityStatus.Completed), written('category', ActivityCategory.Meeting)],
    },
  ),
};

function isCompletedMeeting({ category, statusID }: Activity): boolean {
  return category === ActivityCategory.Meeting && statusID === ActivityStatus.Completed;
}
