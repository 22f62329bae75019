import type { EntityManager } from 'typeorm';
import { rows } from '../../core/database/rows';
import { closedEntry } from '../../core/lookups';
import type { Job } from '../job.entity';

/** Whether the stage is a closed one. */
export async function isClosed(em: EntityManager, stageID: number | null): Promise<boolean> {
  const found = await rows(em, closedEntry('jobStage', stageID ?? 0));
  return found.length > 0;
}

/** Whether the change moves the job from an open stage to a closed one, or ends it since its own stage has been closed. */
export async function isNewlyClosed(em: EntityManager, before: Job, after: Job): Promise<boolean> {
  if (before.stageID === after.stageID && (before.closeDate || !after.closeDate)) return false;
  if (!(await isClosed(em, after.stageID))) return false;
  return before.stageID === after.stageID || !(await isClosed(em, before.stageID));
}
