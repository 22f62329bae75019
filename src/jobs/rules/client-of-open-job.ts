import type { Transaction } from '../../core/database';
import { rows } from '../../core/database/rows';
import { closedEntries } from '../../core/lookups';
import { Conflict, InvalidRequest, type Problem } from '../../core/problems';
import { touches, type RecordChange } from '../../core/records';
import type { Job } from '../job.entity';
import { activateClients } from './active-clients';

/**
 * Keeps clients and their open jobs in agreement.
 * @returns the jobs whose client has just been deleted, and those that open while theirs is
 */
export async function agreeWithClients(
  transaction: Transaction,
  changes: readonly RecordChange<Job>[],
): Promise<ReadonlyMap<object, Problem>> {
  const opening = await newlyOpen(transaction, changes);
  const gone = await activateClients(
    transaction,
    opening.map(({ after }) => after.clientID),
  );
  const problems = new Map<object, Problem>();
  for (const each of opening) {
    const problem = gone.has(each.after.clientID) ? problemWith(each) : undefined;
    if (problem) problems.set(each.after, problem);
  }
  return problems;
}

/** A job that is open of a client who is deleted; a stage of the firm that has been opened opens it anyway. */
function problemWith({ before, after }: RecordChange<Job>): Problem | undefined {
  if (touches(before, after, 'clientID')) return InvalidRequest.because([CLIENT_GONE]);
  if (!touches(before, after, 'stageID', 'deleted')) return undefined;
  return new Conflict(`Client ${after.clientID} of job ${after.id} is deleted: restore it before opening the job.`);
}

const CLIENT_GONE = { pointer: '/clientID', detail: 'must be the id of an existing client, or 0 for none' };

/** The changes by which jobs are open for their client, and were not before. With its stage, a job opens as it loses its close date. */
async function newlyOpen({ em }: Transaction, changes: readonly RecordChange<Job>[]): Promise<RecordChange<Job>[]> {
  const touched = changes.filter(
    ({ before, after }) =>
      after.clientID !== null && !after.deleted && touches(before, after, 'clientID', 'stageID', 'deleted', 'closeDate'),
  );
  if (touched.length === 0) return [];
  const closed = new Set((await rows(em, closedEntries('jobStage'))).map(([id]) => id));
  const isOpen = ({ stageID, deleted }: Job): boolean => !deleted && !closed.has(stageID);
  return touched.filter(({ before, after }) => isOpen(after) && (touches(before, after, 'clientID', 'closeDate') || !isOpen(before)));
}
