import type { Transaction } from '../../core/database';
import { rows } from '../../core/database/rows';
import { Problem } from '../../core/problems';
import { changeMany, touches } from '../../core/records';
import { identifier, sql, Sql, values } from '../../core/sql';
import { INACTIVE_CLIENT } from '../../core/terms/numbers';
import { withdrawAdverts } from '../adverts/withdraw-adverts';
import type { Job } from '../job.entity';
import { jobs } from '../jobs.records';
import { activateClients } from './active-clients';
import { isClosed, isNewlyClosed } from './closed-stage';
import { rejectApplicants } from './reject-applicants';

const BATCH_SIZE = 500;

/** Applies the consequences of closing, reopening or deleting an existing job: for its adverts, its applicants and its close date. */
export async function applyEnding(transaction: Transaction, before: Job, after: Job): Promise<void> {
  const isDeleted = after.deleted && !before.deleted;
  const isClosing = await isNewlyClosed(transaction.em, before, after);
  if (isDeleted || isClosing) await withdrawAdverts(transaction, before);
  if (isClosing) await rejectApplicants(transaction, after);
  await updateCloseDate(transaction, before, after);
}

/** Sets the close date on entering a closed stage and clears it on leaving, unless the change itself sets the date. */
export async function updateCloseDate(transaction: Transaction, before: Job, after: Job): Promise<void> {
  if (before.stageID === after.stageID || touches(before, after, 'closeDate')) return;
  if (await isNewlyClosed(transaction.em, before, after)) after.closeDate = transaction.now;
  else if (!(await isClosed(transaction.em, after.stageID))) after.closeDate = undefined;
}

/** Closes or reopens the jobs on stages that have been closed or opened. */
export async function followStages(transaction: Transaction, list: string, stageIDs: readonly number[], closed: boolean): Promise<void> {
  if (list !== 'jobStage') return;
  if (!closed) await activateClientsOfStages(transaction, stageIDs);
  const due = sql`stageID IN (${values(stageIDs)}) AND deleted = 0 AND closeDate IS ${new Sql(closed ? 'NULL' : 'NOT NULL')}`;
  const closeDate = closed ? transaction.now.toISOString() : null;
  for (let after = 0; ;) {
    const found = await rows(transaction.em, sql`SELECT id FROM job WHERE ${due} AND id > ${after} ORDER BY id LIMIT ${BATCH_SIZE}`);
    const ids = found.map(([id]) => id as number);
    const patches = ids.map((id) => ({ id, body: { closeDate } }));
    for (const outcome of await changeMany(transaction, jobs, patches)) if (outcome instanceof Problem) throw outcome;
    if (ids.length < BATCH_SIZE) return;
    after = ids.at(-1)!;
  }
}

/** Also of a job that has no close date to lose. */
async function activateClientsOfStages(transaction: Transaction, stageIDs: readonly number[]): Promise<void> {
  const client = identifier(transaction.types.named('Client').table);
  const inactive = sql`SELECT DISTINCT c.id FROM job j JOIN ${client} c ON c.id = j.clientID WHERE j.stageID IN (${values(stageIDs)})
    AND j.deleted = 0 AND c.deleted = 0 AND c.statusID IN (${values(INACTIVE_CLIENT)}) LIMIT ${BATCH_SIZE}`;
  for (;;) {
    const found = await rows(transaction.em, inactive);
    await activateClients(
      transaction,
      found.map(([id]) => id as number),
    );
    if (found.length < BATCH_SIZE) return;
  }
}
