import { mirror } from '../../activities';
import type { Transaction } from '../../core/database';
import { InvalidRequest } from '../../core/problems';
import { clientOfJob, mustBeOpen } from '../../jobs';
import { different, refuseInUse, requireFields, ruledBy, touches, type ChangeOptions, type Uses } from '../../core/records';
import { ApplicationStage } from '../../core/terms/numbers';
import { isInFuture } from '../../core/time/moments';
import { checkRedFlag } from '../guards/red-flag';
import { checkSecondApplication, placeOf } from '../guards/second-application';
import type { Application } from './application.entity';
import { submissionMirror } from './application.mirror';
import { checkStageTransition } from './application.transitions';
import { isSubmission } from './submission';
import { applications } from './applications.records';

/** What has the job and the candidate of its application. */
const USES: Uses = {
  interview: '{Interview} x WHERE x.deleted = 0 AND x.applicationID = :id',
  offer: '{Offer} x WHERE x.deleted = 0 AND x.applicationID = :id',
  placement: '{Placement} x WHERE x.deleted = 0 AND x.applicationID = :id',
};

export const applicationRules = ruledBy(applications, {
  async setDefaults(transaction, application) {
    if (application.jobID !== null) await mustBeOpen(transaction, application.jobID);
    application.stageID ??= ApplicationStage.New;
    application.ownerID ??= transaction.caller.userID;
  },
  claims: (before, after) => different(before.id === undefined ? null : placeOf(before), placeOf(after)),
  prepare,
  afterSave: async (transaction, _, after) => mirror(transaction, submissionMirror(after, await clientOfJob(transaction, after.jobID))),
});

async function prepare(transaction: Transaction, before: Application, after: Application, how: ChangeOptions): Promise<void> {
  requireFields(applications, before, after);
  if (before.jobID !== null && after.jobID !== null && before.jobID !== after.jobID) await mustBeOpen(transaction, after.jobID);
  if (before.id !== undefined && touches(before, after, 'jobID', 'candidateID'))
    await refuseInUse(transaction, `Application ${before.id}`, before.id, USES, 'they are for its job and candidate');
  refuseSubmittedInFuture(before, after, transaction.now);
  await checkStageTransition(transaction, before, after);
  await checkSecondApplication(transaction, before, after, how);
  if (touches(before, after, 'candidateID') || isSubmission(before, after)) await checkRedFlag(transaction, after, how);
  if (before.stageID !== after.stageID) enterStage(transaction, before, after);
}

/** @throws InvalidRequest when it would have been submitted at a moment to come */
function refuseSubmittedInFuture(before: Application, after: Application, now: Date): void {
  if (after.submittedDate && touches(before, after, 'submittedDate') && isInFuture(after.submittedDate, now))
    throw InvalidRequest.because([{ pointer: '/submittedDate', detail: 'must not be in the future' }]);
}

function enterStage({ now }: Transaction, before: Application, after: Application): void {
  after.stageChangedDate = now;
  if (after.stageID === ApplicationStage.Submitted) after.submittedDate ??= now;
  // from Placed it returns to an offer that is known already
  if (after.stageID === ApplicationStage.Offer && before.stageID !== ApplicationStage.Placed) after.stageBeforeOfferID = before.stageID;
}
