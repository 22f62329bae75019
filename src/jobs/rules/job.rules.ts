import { settingOf } from '../../configuration';
import type { Transaction } from '../../core/database';
import { requireFields, requireStorable, ruledBy, touches, type ChangeOptions } from '../../core/records';
import { JobStage } from '../../core/terms/numbers';
import { agreeWithClients } from './client-of-open-job';
import { refuseImpossible } from './impossible';
import { updateAddress } from './job-address';
import { updateCloseDate, applyEnding, followStages } from './job-closing';
import { checkContacts, linkContacts } from './job-contacts';
import { restoreFilledDate, setFilledDate } from './job-filled';
import { checkPercentages } from './percentages';
import { followPercentage } from './perm-fee';
import type { Job } from '../job.entity';
import { jobs } from '../jobs.records';

export const jobRules = ruledBy(jobs, {
  setDefaults: start,
  prepare,
  beforeSave: agreeWithClients,
  entriesClosed: followStages,
  saveLinks: linkContacts,
});

async function start(transaction: Transaction, job: Job): Promise<void> {
  job.stageID ??= JobStage.New;
  job.createdByConsultantID ??= transaction.caller.userID;
  job.consultantID1 ??= transaction.caller.userID;
  job.timeToFillStartDate ??= transaction.now;
  job.source ||= (await settingOf(transaction.em, 'JobPosting', 'defaultSource')) ?? null;
}

async function prepare(transaction: Transaction, before: Job, after: Job, how: ChangeOptions, body: object): Promise<void> {
  requireFields(jobs, before, after);
  refuseImpossible(before, after);
  checkPercentages(before, after);
  followPercentage(before, after, body);
  requireStorable(after, { permFeeAmount: 'permFeePercentage' });
  await checkContacts(transaction, before, after, how);
  await updateAddress(transaction, before, after);
  const isNew = after.id === undefined;
  if (touches(before, after, 'stageID')) after.stageBeforeFilledID = null;
  if (!isNew && touches(before, after, 'candidatesRequired')) await setFilledDate(transaction, after);
  if (before.deleted && !after.deleted) await restoreFilledDate(transaction, after);
  await (isNew ? updateCloseDate : applyEnding)(transaction, before, after);
}
