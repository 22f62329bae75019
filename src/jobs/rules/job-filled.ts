import { settingOf } from '../../configuration';
import type { Unit } from '../../database';
import { numberOf } from '../../database/rows';
import { list, sql } from '../../query';
import { load, save } from '../../records';
import { JobStage, PlacementStatus } from '../../terms/numbers';
import { Job } from '../job.entity';
import { isClosed, keepEnding } from './job-closing';
import { jobs } from '../jobs.records';

const APPROVED = list([PlacementStatus.Approved, PlacementStatus.Started, PlacementStatus.Ended].map((status) => sql`${status}`));

/** To be called after a change of the placements of a job: it may be filled by it, or no longer. */
export async function jobFilled(unit: Unit, jobID: number): Promise<void> {
  const before = await load(unit.em, jobs, jobID);
  const after = Object.assign(new Job(), before);
  await keepFilled(unit, after);
  await keepEnding(unit, before, after);
  await save(unit, jobs, before, after);
}

/** A job is filled once its approved placements are as many as are required; the firm may want it closed then. */
export async function keepFilled(unit: Unit, job: Job): Promise<void> {
  const isFilled = !job.deleted && job.candidatesRequired > 0 && (await approvedPlacements(unit, job.id)) >= job.candidatesRequired;
  if (isFilled === (job.filledDate !== null)) return;
  job.filledDate = isFilled ? unit.now : null;
  if (isFilled && (await isClosedWhenFilled(unit)) && !(await isClosed(unit, job.stageID))) job.stageID = JobStage.Filled;
}

const approvedPlacements = ({ em }: Unit, jobID: number): Promise<number> =>
  numberOf(em, sql`SELECT COUNT(*) FROM placement WHERE jobID = ${jobID} AND deleted = 0 AND statusID IN (${APPROVED})`);

const isClosedWhenFilled = async ({ em }: Unit): Promise<boolean> =>
  (await settingOf(em, 'JobPosting', 'closeWhenFilled'))?.toLowerCase() === 'true';
