import type { Mirror } from '../../activities';
import { ActivityCategory, ActivityStatus, ActivityType, InterviewStatus, InterviewType } from '../../core/terms/numbers';
import type { Interview } from './interview.entity';

const { Cancelled, Completed, NoShow } = InterviewStatus;

/** The activity types of interview types; others are plain interviews. */
const TYPES: Readonly<Record<number, number>> = {
  [InterviewType.Phone]: ActivityType.PhoneInterview,
  [InterviewType.Video]: ActivityType.VideoInterview,
  [InterviewType.InPerson]: ActivityType.InterviewInPerson,
};

/** The activity that mirrors an interview. Its feedback is the text of the activity. */
export function interviewMirror(interview: Interview, clientID: number | null): Mirror {
  const { id, typeID, candidateID, contactID, jobID, startsAt, duration, statusID, feedback, ownerID, deleted } = interview;
  return {
    category: ActivityCategory.Interview,
    entityId: id,
    typeID: TYPES[typeID ?? 0] ?? ActivityType.Interview,
    candidateID,
    contactID,
    clientID,
    jobID,
    activityDate: startsAt ?? null,
    activityEndDate: endOf(interview),
    duration,
    statusID: activityStatusOf(statusID),
    assignedToID: ownerID,
    notes: feedback,
    deleted,
  };
}

export const endOf = ({ startsAt, duration }: Interview): Date | null =>
  startsAt ? new Date(startsAt.getTime() + duration * 60_000) : null;

/** A no-show counts as completed. */
function activityStatusOf(statusID: number | null): number {
  if (statusID === Cancelled) return ActivityStatus.Cancelled;
  return statusID === Completed || statusID === NoShow ? ActivityStatus.Completed : ActivityStatus.Open;
}
