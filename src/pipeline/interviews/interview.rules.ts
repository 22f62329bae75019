import { mirror, type Activity } from '../../activities';
import type { Unit } from '../../database';
import { InvalidRequest } from '../../http';
import { mustBeOnCourse, refuseUnset, ruledBy, type Course } from '../../records';
import { Event } from '../../terms/events';
import { ActivityCategory, ActivityStatus, ApplicationStage, InterviewStatus } from '../../terms/numbers';
import { inRange } from '../../time/moments';
import { advance } from '../applications/application.course';
import { clientOf } from '../client-of';
import { followApplication, joinApplication } from '../of-application';
import type { Interview } from './interview.entity';
import { interviews } from './interviews.records';

const { Scheduled, Rescheduled, Completed, Cancelled, NoShow } = InterviewStatus;

/** What took place stays so; what did not can be arranged anew. */
export const INTERVIEW_COURSE: Course<'statusID'> = {
  field: 'statusID',
  list: 'interviewStatus',
  moves: {
    [Scheduled]: [Rescheduled, Completed, Cancelled, NoShow],
    [Rescheduled]: [Scheduled, Completed, Cancelled, NoShow],
    [Completed]: [],
    [Cancelled]: [Scheduled, Rescheduled],
    [NoShow]: [Scheduled, Rescheduled],
  },
};

ruledBy<Interview>(interviews, {
  async start(unit, interview) {
    await joinApplication(unit, interview);
    interview.statusID ??= Scheduled;
    interview.ownerID ??= unit.caller.userID;
  },
  async prepare(unit, before, after) {
    if (before.id === undefined) after.contactID ??= (await clientOf(unit, after.jobID)).contactID;
    else await followApplication(unit, before, after);
    refuseUnset(before, after, 'jobID', 'candidateID');
    refuseEndless(after);
    if (isMoved(before, after) && before.statusID === after.statusID) after.statusID = Rescheduled;
    await mustBeOnCourse(unit, interviews, INTERVIEW_COURSE, before, after);
  },
  async follow(unit, before, after) {
    await mirror(unit, { category: ActivityCategory.Interview, entityId: after.id }, await meetingOf(unit, after));
    if (isToCome(after) && !isToCome(before)) await advance(unit, after.applicationID, ApplicationStage.Interview);
  },
  events: (_, before, after) => [
    ...eventsOfDate(before, after),
    ...(after.feedback && after.feedback !== before?.feedback ? [Event.InterviewFeedback] : []),
  ],
});

const endOf = ({ startsAt, duration }: Interview): Date | null => (startsAt ? new Date(startsAt.getTime() + duration * 60_000) : null);

/** @throws InvalidRequest when its end is no date that can be kept */
function refuseEndless(interview: Interview): void {
  const end = endOf(interview);
  if (end && !inRange(end)) throw InvalidRequest.because([{ pointer: '/duration', detail: 'must not lead beyond the year 9999' }]);
}

/** Of one that is deleted nobody need be told any more. */
const isToCome = ({ statusID, deleted }: Interview): boolean => (statusID === Scheduled || statusID === Rescheduled) && !deleted;
const isMoved = (before: Interview, after: Interview): boolean =>
  isToCome(before) && Boolean(before.startsAt) && before.startsAt?.getTime() !== after.startsAt?.getTime();

function eventsOfDate(before: Interview | undefined, after: Interview): number[] {
  if (isToCome(after) && !(before && isToCome(before))) return [Event.InterviewScheduled];
  if (!before || before.deleted) return [];
  const isCancelled = after.statusID === Cancelled && before.statusID !== Cancelled;
  const isLater = after.statusID === Rescheduled && (before.statusID !== Rescheduled || isMoved(before, after));
  return isCancelled || isLater ? [Event.InterviewMoved] : [];
}

async function meetingOf(unit: Unit, interview: Interview): Promise<Partial<Activity>> {
  const { candidateID, contactID, jobID, startsAt, duration, statusID, deleted } = interview;
  const { clientID } = await clientOf(unit, jobID);
  return {
    candidateID,
    contactID,
    clientID,
    jobID,
    activityDate: startsAt ?? null,
    activityEndDate: endOf(interview),
    duration,
    statusID: statusOf(statusID),
    deleted,
  };
}

/** Nobody came: that is over too. */
function statusOf(statusID: number | null): number {
  if (statusID === Cancelled) return ActivityStatus.Cancelled;
  return statusID === Completed || statusID === NoShow ? ActivityStatus.Completed : ActivityStatus.Open;
}
