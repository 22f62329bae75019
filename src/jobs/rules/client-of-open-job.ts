import type { Transaction } from '../../core/database';
import { rows } from '../../core/database/rows';
import { closedEntries } from '../../core/lookups';
import { InvalidRequest, type Problem } from '../../core/problems';
import { change, lockedRows, touches, type RecordChange } from '../../core/records';
import { identifier, sql, values } from '../../core/sql';
import { ClientStatus, INACTIVE_CLIENT } from '../../core/terms/numbers';
import type { Job } from '../job.entity';

/**
 * Keeps clients and their open jobs in agreement: one that has an open job again is no longer inactive. The clients are locked, so that
 * none is deleted or deactivated at the same moment.
 * @returns the jobs whose client has just been deleted
 */
export async function agreeWithClients(
  transaction: Transaction,
  changes: readonly RecordChange<Job>[],
): Promise<ReadonlyMap<object, Problem>> {
  const opening = await newlyOpen(transaction, changes);
  const clients = await lockedClients(transaction, [...new Set(opening.flatMap(({ clientID }) => clientID ?? []))]);
  for (const [id, { statusID, deleted }] of clients)
    if (!deleted && INACTIVE_CLIENT.includes(Number(statusID)))
      await change(transaction, transaction.types.named('Client'), id, { statusID: ClientStatus.Active });
  const isGone = ({ clientID }: Job): boolean => clients.get(clientID ?? 0)?.deleted === true;
  const newlyGone = changes.filter(({ before, after }) => opening.includes(after) && isGone(after) && touches(before, after, 'clientID'));
  return new Map(newlyGone.map(({ after }) => [after, InvalidRequest.because([CLIENT_GONE])]));
}

const CLIENT_GONE = { pointer: '/clientID', detail: 'must be the id of an existing client, or 0 for none' };

/** The jobs that are open for their client, and were not before. */
async function newlyOpen({ em }: Transaction, changes: readonly RecordChange<Job>[]): Promise<Job[]> {
  const touched = changes.filter(
    ({ before, after }) => after.clientID !== null && !after.deleted && touches(before, after, 'clientID', 'stageID', 'deleted'),
  );
  if (touched.length === 0) return [];
  const closed = new Set((await rows(em, closedEntries('jobStage'))).map(([id]) => id));
  return touched.map(({ after }) => after).filter(({ stageID }) => !closed.has(stageID));
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
