import type { Unit } from '../../database';
import { rows } from '../../database/rows';
import { Conflict } from '../../http';
import { sql } from '../../query';

/** A job that is closed or deleted takes no new applications and placements, and is not advertised. */
export class JobClosed extends Conflict {
  override readonly type = '/problems/job-closed';
  override readonly title = 'The job takes nobody any more';
}

/** @throws JobClosed; a job that is not there is another's complaint */
export async function mustBeOpen({ em }: Unit, jobID: number): Promise<void> {
  const found = await rows(
    em,
    sql`SELECT j.deleted, s.name, s.closed FROM job j LEFT JOIN lookup s ON s.list = 'jobStage' AND s.id = j.stageID WHERE j.id = ${jobID}`,
  );
  const [[deleted, stage, closed] = []] = found;
  if (deleted) throw new JobClosed(`The job ${jobID} is deleted: bring it back before it takes new candidates.`);
  if (closed)
    throw new JobClosed(`The job ${jobID} is closed (${String(stage)}): move it to an open stage before it takes new candidates.`);
}
