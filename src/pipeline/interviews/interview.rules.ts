import { checkContactOfJob, clientOfJob } from '../../jobs';
import { mirror } from '../../activities';
import { InvalidRequest } from '../../core/problems';
import { checkTransition, requireFields, ruledBy, touches, type Transitions } from '../../core/records';
import { ApplicationStage, InterviewStatus } from '../../core/terms/numbers';
import { inRange, isInFuture } from '../../core/time/moments';
import { advanceTo } from '../applications/application.transitions';
import { linkApplication, refuseRestoredAlone, syncWithApplication } from '../application-link';
import { checkDoubleBooking } from './double-booking';
import type { Interview } from './interview.entity';
import { endOf, interviewMirror } from './interview.mirror';
import { interviews } from './interviews.records';
import { isMoved, isUpcoming } from './upcoming';

const { Scheduled, Rescheduled, Completed, Cancelled, NoShow } = InterviewStatus;

/** A completed interview is final; a cancelled or missed one can be rescheduled. */
export const INTERVIEW_TRANSITIONS: Transitions<'statusID'> = {
  field: 'statusID',
  list: 'interviewStatus',
  allowed: {
    [Scheduled]: [Rescheduled, Completed, Cancelled, NoShow],
    [Rescheduled]: [Scheduled, Completed, Cancelled, NoShow],
    [Completed]: [],
    [Cancelled]: [Scheduled, Rescheduled],
    [NoShow]: [Scheduled, Rescheduled],
  },
};

export const interviewRules = ruledBy(interviews, {
  async setDefaults(transaction, interview) {
    await linkApplication(transaction, interview);
    interview.statusID ??= Scheduled;
    interview.ownerID ??= transaction.caller.userID;
  },
  claims: (before, after) => (touches(before, after, 'candidateID', 'contactID', 'startsAt', 'duration') ? ['interviews'] : []),
  async prepare(transaction, before, after, how) {
    if (before.id === undefined) after.contactID ??= (await clientOfJob(transaction, after.jobID)).contactID;
    else await syncWithApplication(transaction, before, after);
    if (before.id !== undefined && touches(before, after, 'jobID') && !touches(before, after, 'contactID'))
      after.contactID = (await clientOfJob(transaction, after.jobID)).contactID;
    requireFields(interviews, before, after);
    await refuseRestoredAlone(transaction, before, after);
    refuseEndOutOfRange(after);
    refuseOverInFuture(before, after, transaction.now);
    if (isMoved(before, after) && before.statusID === after.statusID) after.statusID = Rescheduled;
    await checkTransition(transaction, interviews, INTERVIEW_TRANSITIONS, before, after);
    if (touches(before, after, 'jobID', 'contactID')) await checkContactOfJob(transaction, after, how);
    await checkDoubleBooking(transaction, before, after, how);
  },
  async afterSave(transaction, before, after) {
    await mirror(transaction, interviewMirror(after, (await clientOfJob(transaction, after.jobID)).clientID));
    const isMovedOn = !isUpcoming(before) || before.applicationID !== after.applicationID;
    if (isUpcoming(after) && isMovedOn) await advanceTo(transaction, after.applicationID, ApplicationStage.Interview);
  },
});

/** What an interview that is over is called. */
const OVER: Readonly<Record<number, string>> = { [Completed]: 'a completed interview', [NoShow]: 'a no-show' };

/** @throws InvalidRequest when it would be over before it has begun */
function refuseOverInFuture(before: Interview, after: Interview, now: Date): void {
  const over = OVER[after.statusID ?? 0];
  if (!over || !after.startsAt || !touches(before, after, 'statusID', 'startsAt')) return;
  if (isInFuture(after.startsAt, now))
    throw InvalidRequest.because([{ pointer: '/startsAt', detail: `must not be in the future for ${over}` }]);
}

/** @throws InvalidRequest when its end is out of the storable range */
function refuseEndOutOfRange(interview: Interview): void {
  const end = endOf(interview);
  if (end && !inRange(end))
    throw InvalidRequest.because([{ pointer: '/duration', detail: 'must not extend the end beyond the year 9999' }]);
}
