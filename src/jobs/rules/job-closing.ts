import type { Transaction } from '../../core/database';
import { withdrawAdverts } from '../adverts/withdraw-adverts';
import type { Job } from '../job.entity';
import { isClosed, isNewlyClosed } from './closed-stage';

/** Applies the consequences of closing, reopening or deleting an existing job: withdraws its adverts and updates its close date. */
export async function applyEnding(transaction: Transaction, before: Job, after: Job): Promise<void> {
  const isDeleted = after.deleted && !before.deleted;
  if (isDeleted || (await isNewlyClosed(transaction.em, before, after))) await withdrawAdverts(transaction, before);
  await updateCloseDate(transaction, before, after);
}

/** Sets the close date on entering a closed stage and clears it on leaving, unless the change itself sets the date. */
export async function updateCloseDate(transaction: Transaction, before: Job, after: Job): Promise<void> {
  if (before.stageID === after.stageID || before.closeDate !== after.closeDate) return;
  if (await isNewlyClosed(transaction.em, before, after)) after.closeDate = transaction.now;
  else if (!(await isClosed(transaction.em, after.stageID))) after.closeDate = undefined;
}
