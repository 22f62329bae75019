import type { Transaction } from '../../core/database';
import { rows } from '../../core/database/rows';
import { closedEntries } from '../../core/lookups';
import { Conflict, InvalidRequest, type Problem } from '../../core/problems';
import { change, lockedRows, touches, type RecordChange } from '../../core/records';
import { identifier, sql, values } from '../../core/sql';
import { ClientStatus, INACTIVE_CLIENT } from '../../core/terms/numbers';
import type { Job } from '../job.entity';

/**
 * Keeps clients and their open jobs in agreement: one that has an open job again is no longer inactive. The clients are locked, so that
 * none is deleted or deactivated at the same moment.
 * @returns the jobs whose client has just been deleted, and those that open while theirs is
 */
export async function agreeWithClients(
  transaction: Transaction,
  changes: readonly RecordChange<Job>[],
): Promise<ReadonlyMap<object, Problem>> {
  const opening = await newlyOpen(transaction, changes);
  const clients = await lockedClients(transaction, [...new Set(opening.flatMap(({ after }) => after.clientID ?? []))]);
  for (const [id, { statusID, deleted }] of clients)
    if (!deleted && INACTIVE_CLIENT.includes(Number(statusID)))
      await change(transaction, transaction.types.named('Client'), id, { statusID: ClientStatus.Active });
  const withoutClient = opening.filter(({ after }) => clients.get(after.clientID ?? 0)?.deleted);
  return new Map(
    withoutClient.flatMap((each): [object, Problem][] => {
      const problem = problemWith(each);
      return problem ? [[each.after, problem]] : [];
    }),
  );
}

/** A job that is open of a client who is deleted; a stage of the firm that has been opened opens it anyway. */
function problemWith({ before, after }: RecordChange<Job>): Problem | undefined {
  if (touches(before, after, 'clientID')) return InvalidRequest.because([CLIENT_GONE]);
  if (!touches(before, after, 'stageID', 'deleted')) return undefined;
  return new Conflict(`Client ${after.clientID} of job ${after.id} is deleted: restore it before opening the job.`);
}

const CLIENT_GONE = { pointer: '/clientID', detail: 'must be the id of an existing client, or 0 for none' };

/** Is the client of the job deleted, so that it cannot be open? */
export const isOfDeletedClient = async ({ em, types }: Transaction, { clientID }: Job): Promise<boolean> =>
  (await rows(em, sql`SELECT 1 FROM ${identifier(types.named('Client').table)} WHERE id = ${clientID ?? 0} AND deleted = 1`)).length > 0;

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

async function lockedClients(
  { em, types }: Transaction,
  ids: readonly number[],
): Promise<ReadonlyMap<number, { statusID: unknown; deleted: boolean }>> {
  if (ids.length === 0) return new Map();
  const client = types.named('Client');
  const found = await lockedRows(
    em,
    client,
    sql`SELECT id, statusID, deleted FROM ${identifier(client.table)} WHERE id IN (${values(ids)}) ORDER BY id`,
  );
  return new Map(found.map(([id, statusID, deleted]) => [id as number, { statusID, deleted: Boolean(deleted) }]));
}
