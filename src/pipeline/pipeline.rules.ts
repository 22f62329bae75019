import { mirror, type Activity } from '../activities';
import { ruledBy } from '../records';
import { ActivityCategory, ActivityStatus } from '../terms/numbers';
import type { Application, Interview } from './pipeline.entity';
import { applications, interviews } from './pipeline.records';

ruledBy<Application>(applications, {
  prepare({ now }, before, after) {
    // since when it stands on its stage
    if (before.stageID !== after.stageID) after.stageChangedDate = now;
  },
  follow: (unit, _, after) => mirror(unit, { category: ActivityCategory.Submission, entityId: after.id }, submissionOf(after)),
});

ruledBy<Interview>(interviews, {
  follow: (unit, _, after) => mirror(unit, { category: ActivityCategory.Interview, entityId: after.id }, meetingOf(after)),
});

/** What was submitted shows itself once it has been. */
function submissionOf({ candidateID, jobID, submittedDate, deleted }: Application): Partial<Activity> | undefined {
  return submittedDate && { candidateID, jobID, activityDate: submittedDate, statusID: ActivityStatus.Completed, deleted };
}

function meetingOf({ candidateID, contactID, jobID, startsAt, duration, statusID, deleted }: Interview): Partial<Activity> {
  const activityEndDate = startsAt ? new Date(startsAt.getTime() + duration * 60_000) : null;
  return { candidateID, contactID, jobID, activityDate: startsAt ?? null, activityEndDate, duration, statusID: statusOf(statusID), deleted };
}

/** By the list of interview statuses: 1 scheduled and 2 rescheduled are to come, 4 was cancelled, the others are over. */
function statusOf(statusID: number | null): number {
  if (statusID === 4) return ActivityStatus.Cancelled;
  return statusID === 3 || statusID === 5 ? ActivityStatus.Completed : ActivityStatus.Open;
}
