import { settingOf } from '../../configuration';
import type { Transaction } from '../../core/database';
import { numberOf } from '../../core/database/rows';
import { Sql, sql } from '../../core/sql';
import { load, save } from '../../core/records';
import { JobStage } from '../../core/terms/numbers';
import { Job } from '../job.entity';
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

/** A job is filled once it has as many approved placements as it requires; a setting can close it then. */
export async function setFilledDate(transaction: Transaction, job: Job): Promise<void> {
  const isFilled = !job.deleted && job.candidatesRequired > 0 && (await approvedPlacements(transaction, job.id)) >= job.candidatesRequired;
  if (isFilled === (job.filledDate !== null)) return;
  job.filledDate = isFilled ? transaction.now : null;
  if (isFilled && (await closesWhenFilled(transaction)) && !(await isClosed(transaction.em, job.stageID))) job.stageID = JobStage.Filled;
}

const approvedPlacements = ({ em, types }: Transaction, jobID: number): Promise<number> =>
  numberOf(em, sql`SELECT COUNT(*) FROM ${new Sql(types.expand('{Placement} pl WHERE {Placement.approved pl}'))} AND pl.jobID = ${jobID}`);

const closesWhenFilled = async ({ em }: Transaction): Promise<boolean> =>
  (await settingOf(em, 'JobPosting', 'closeWhenFilled'))?.toLowerCase() === 'true';
