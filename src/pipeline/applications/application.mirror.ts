import type { Activity, Mirror } from '../../activities';
import { ActivityCategory, ActivityStatus, ActivityType } from '../../core/terms/numbers';
import type { Application } from './application.entity';

/** The activity that mirrors the submission of an application to the client, dated when it was submitted. Before that there is none. */
export const submissionMirror = (
  { id, candidateID, jobID, submittedDate, comments, ownerID, deleted }: Application,
  client: Pick<Activity, 'clientID' | 'contactID'>,
): Mirror => ({
  category: ActivityCategory.Submission,
  entityId: id,
  typeID: ActivityType.Submission,
  ...client,
  candidateID,
  jobID,
  activityDate: submittedDate ?? null,
  statusID: ActivityStatus.Completed,
  assignedToID: ownerID,
  notes: comments,
  deleted: deleted || !submittedDate,
});
