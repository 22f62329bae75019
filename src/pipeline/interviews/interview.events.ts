import { where } from '../../core/fields/date-rule';
import { eventsFor, type StateChange } from '../../core/fields/record-event';
import { InterviewStatus } from '../../core/terms/numbers';
import type { Interview } from './interview.entity';
import { isMoved, isUpcoming } from './upcoming';

const { Scheduled, Rescheduled, Cancelled } = InterviewStatus;
const { raisedWhen, written, dateReached } = eventsFor<Interview>();

export const interviewEvents = {
  scheduled: raisedWhen(50, 'Interview scheduled', isScheduled, {
    causedBy: [written('statusID', Scheduled, Rescheduled)],
  }),
  moved: raisedWhen(51, 'Interview rescheduled or cancelled', isRescheduledOrCancelled, {
    causedBy: [written('statusID', Rescheduled, Cancelled), written('startsAt'), written('duration')],
  }),
  approaching: dateReached(52, 'Interview approaching', {
    field: 'startsAt',
    way: 'before',
    only: where(['statusID', 'in', [Scheduled, Rescheduled]]),
  }),
  feedbackSubmitted: raisedWhen(
    53,
    'Interview feedback submitted',
    ({ before, after }) => Boolean(after.feedback) && after.feedback !== before?.feedback,
    { causedBy: [written('feedback')] },
  ),
};

function isScheduled({ before, after }: StateChange<Interview>): boolean {
  return isUpcoming(after) && !(before && isUpcoming(before));
}

/** A cancelled interview that gets a new date is scheduled, not rescheduled. */
function isRescheduledOrCancelled(change: StateChange<Interview>): boolean {
  const { before, after } = change;
  if (!before || before.deleted || isScheduled(change)) return false;
  const isCancelled = after.statusID === Cancelled && before.statusID !== Cancelled;
  const isRescheduled = after.statusID === Rescheduled && (before.statusID !== Rescheduled || isMoved(before, after));
  return isCancelled || isRescheduled;
}
