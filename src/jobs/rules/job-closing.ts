import type { Unit } from '../../database';
import { rows } from '../../database/rows';
import { sql } from '../../query';
import { withdrawAdverts } from '../adverts/withdrawal';
import type { Job } from '../job.entity';

/** Does the stage end the life of a job? */
export async function isClosed({ em }: Unit, stageID: number | null): Promise<boolean> {
  const found = await rows(em, sql`SELECT 1 FROM lookup WHERE list = 'jobStage' AND id = ${stageID ?? 0} AND closed = 1`);
  return found.length > 0;
}

/** Was it open before, and is it closed now? */
export const closes = async (unit: Unit, before: Job, after: Job): Promise<boolean> =>
  before.stageID !== after.stageID && (await isClosed(unit, after.stageID)) && !(await isClosed(unit, before.stageID));

/** What a change of its stage, or its deletion, means for a job that is there already: its adverts come down, its date of closing follows. */
export async function keepEnding(unit: Unit, before: Job, after: Job): Promise<void> {
  const isDeleted = after.deleted && !before.deleted;
  if (isDeleted || (await closes(unit, before, after))) await withdrawAdverts(unit, before);
  await keepCloseDate(unit, before, after);
}

/** A job that enters a closed stage is closed now, and one that leaves it is open again, unless a date was given with it. */
export async function keepCloseDate(unit: Unit, before: Job, after: Job): Promise<void> {
  if (before.stageID === after.stageID || before.closeDate !== after.closeDate) return;
  if (await closes(unit, before, after)) after.closeDate = unit.now;
  else if (!(await isClosed(unit, after.stageID))) after.closeDate = undefined;
}
