import { mirror, type Activity } from '../../activities';
import type { Unit } from '../../database';
import { mustBeOpen } from '../../jobs';
import { refuseUnset, ruledBy } from '../../records';
import { Event } from '../../terms/events';
import { ActivityCategory, ActivityStatus, ApplicationStage } from '../../terms/numbers';
import { clientOf } from '../client-of';
import type { Application } from './application.entity';
import { mustFollowCourse } from './application.course';
import { applications } from './applications.records';

ruledBy<Application>(applications, {
  async start(unit, application) {
    if (application.jobID !== null) await mustBeOpen(unit, application.jobID);
    application.stageID ??= ApplicationStage.New;
    application.ownerID ??= unit.caller.userID;
  },
  prepare,
  follow: async (unit, _, after) =>
    mirror(unit, { category: ActivityCategory.Submission, entityId: after.id }, await submissionOf(unit, after)),
  events: (_, before, after) => [
    ...(before ? [] : [Event.ApplicationReceived]),
    ...(before?.stageID === after.stageID ? [] : eventsOfStage(before, after)),
  ],
});

async function prepare(unit: Unit, before: Application, after: Application): Promise<void> {
  refuseUnset(before, after, 'jobID', 'candidateID');
  if (before.jobID !== null && after.jobID !== null && before.jobID !== after.jobID) await mustBeOpen(unit, after.jobID);
  await mustFollowCourse(unit, before, after);
  if (before.stageID === after.stageID) return;
  after.stageChangedDate = unit.now;
  if (after.stageID === ApplicationStage.Submitted) after.submittedDate ??= unit.now;
}

/** Of the stage that it has come to; a new one has not changed it. */
const eventsOfStage = (before: Application | undefined, { stageID }: Application): number[] => [
  ...(before ? [Event.ApplicationStageChanged] : []),
  ...(stageID === ApplicationStage.Submitted ? [Event.CandidateSubmitted] : []),
  ...(stageID === ApplicationStage.Rejected ? [Event.ApplicationRejected] : []),
];

/** What was submitted shows itself once it has been. */
async function submissionOf(
  unit: Unit,
  { candidateID, jobID, submittedDate, deleted }: Application,
): Promise<Partial<Activity> | undefined> {
  if (!submittedDate) return undefined;
  return { ...(await clientOf(unit, jobID)), candidateID, jobID, activityDate: submittedDate, statusID: ActivityStatus.Completed, deleted };
}
