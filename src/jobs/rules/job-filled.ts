import { settingOf } from '../../configuration';
import type { Transaction } from '../../core/database';
import { numberOf } from '../../core/database/rows';
import { Sql, sql } from '../../core/sql';
import { load, save } from '../../core/records';
import { JobStage } from '../../core/terms/numbers';
import { Job } from '../job.entity';
import { deletedClients } from './active-clients';
import { isClosed } from './closed-stage';
import { applyEnding } from './job-closing';
import { jobs } from '../jobs.records';

/** Call after the placements of a job have changed: the job may now be filled, or no longer. */
export async function updateFilled(transaction: Transaction, jobID: number): Promise<void> {
  const before = await load(transaction.em, jobs, jobID);
  const after = Object.assign(new Job(), before);
  await setFilledDate(transaction, after);
  await applyEnding(transaction, before, after);
  await save(transaction, jobs, before, after);
}

/**
 * A job is filled once it has as many approved placements as it requires; a setting can close it then. One that was closed so returns to
 * its stage when it is filled no longer.
 */
export async function setFilledDate(transaction: Transaction, job: Job): Promise<void> {
  const isFilled = await hasAllPlacements(transaction, job);
  if (isFilled === (job.filledDate !== null) || (isFilled && job.deleted)) return;
  job.filledDate = isFilled ? transaction.now : null;
  await (isFilled ? closeIfWanted : reopen)(transaction, job);
}

/** A restored job is as it was: it stays open if it was. One that has been filled while it was deleted gets the date only. */
export async function restoreFilledDate(transaction: Transaction, job: Job): Promise<void> {
  job.filledDate = (await hasAllPlacements(transaction, job)) ? (job.filledDate ?? transaction.now) : null;
}

async function hasAllPlacements(transaction: Transaction, { id, candidatesRequired }: Job): Promise<boolean> {
  return candidatesRequired > 0 && (await approvedPlacements(transaction, id)) >= candidatesRequired;
}

async function closeIfWanted(transaction: Transaction, job: Job): Promise<void> {
  if (!(await closesWhenFilled(transaction)) || (await isClosed(transaction.em, job.stageID))) return;
  job.stageBeforeFilledID = job.stageID;
  job.stageID = JobStage.Filled;
}

/** The job of a deleted client stays closed. */
async function reopen(transaction: Transaction, job: Job): Promise<void> {
  const { stageBeforeFilledID } = job;
  if (stageBeforeFilledID === null || (await isClosed(transaction.em, stageBeforeFilledID))) return;
  if ((await deletedClients(transaction, [job.clientID])).has(job.clientID)) return;
  job.stageID = stageBeforeFilledID;
  job.stageBeforeFilledID = null;
}

const approvedPlacements = ({ em, types }: Transaction, jobID: number): Promise<number> =>
  numberOf(em, sql`SELECT COUNT(*) FROM ${new Sql(types.expand('{Placement} pl WHERE {Placement.approved pl}'))} AND pl.jobID = ${jobID}`);

const closesWhenFilled = async ({ em }: Transaction): Promise<boolean> =>
  (await settingOf(em, 'JobPosting', 'closeWhenFilled'))?.toLowerCase() === 'true';
