import { mirror } from '../../activities';
import type { Transaction } from '../../core/database';
import { clientOfJob, mustBeOpen } from '../../jobs';
import { requireFields, ruledBy } from '../../core/records';
import { ApplicationStage } from '../../core/terms/numbers';
import type { Application } from './application.entity';
import { submissionMirror } from './application.mirror';
import { checkStageTransition } from './application.transitions';
import { applications } from './applications.records';

export const applicationRules = ruledBy(applications, {
  async setDefaults(transaction, application) {
    if (application.jobID !== null) await mustBeOpen(transaction, application.jobID);
    application.stageID ??= ApplicationStage.New;
    application.ownerID ??= transaction.caller.userID;
  },
  prepare,
  afterSave: async (transaction, _, after) => mirror(transaction, submissionMirror(after, await clientOfJob(transaction, after.jobID))),
});

async function prepare(transaction: Transaction, before: Application, after: Application): Promise<void> {
  requireFields(before, after, 'jobID', 'candidateID');
  if (before.jobID !== null && after.jobID !== null && before.jobID !== after.jobID) await mustBeOpen(transaction, after.jobID);
  await checkStageTransition(transaction, before, after);
  if (before.stageID === after.stageID) return;
  after.stageChangedDate = transaction.now;
  if (after.stageID === ApplicationStage.Submitted) after.submittedDate ??= transaction.now;
}
