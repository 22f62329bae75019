import { inAllDivisions } from '../core/callers';
import type { Transaction } from '../core/database';
import { numberOf } from '../core/database/rows';
import { Conflict } from '../core/problems';
import { sql } from '../core/sql';
import {
  applyPatch,
  checkReferences,
  create,
  load,
  recordChange,
  withoutOldReferences,
  writableFields,
  type ChangeOptions,
} from '../core/records';
import { isClosed } from './rules/closed-stage';
import { SHARES } from './rules/impossible';
import { ADDRESS } from './rules/job.derived';
import { followPercentage } from './rules/perm-fee';
import type { Job } from './job.entity';
import { jobEvents } from './job.events';
import { jobs } from './jobs.records';

/** Fields that a release does not copy: its progress, its closing, and what connectors write. */
const NOT_COPIED = [
  'externalID',
  'jobReference',
  'stageID',
  'closeDate',
  'outcome',
  'outcomeComments',
  'timeToFillStartDate',
  'createdByConsultantID',
  'isAiMatchesReady',
  'aiMatchesCompletedDate',
  'lastSyncedJobBoardStageId',
  'hasOwnAddress',
  'parentJobID',
  'deleted',
];

/**
 * Creates a job that is part of another: a copy of it, overridden by the body. @returns its id @throws NotFound,
 * Conflict, InvalidRequest
 */
export async function release(transaction: Transaction, parentID: number, body: object, how: ChangeOptions): Promise<number> {
  const parent = await load(transaction.em, jobs, parentID);
  await refuseClosedOrDeleted(transaction, parent);
  const newest = await newestRelease(transaction, parentID);
  const released = applyPatch(jobs, parent, body);
  await checkReferences(transaction, jobs, parent, released);
  followPercentage(parent, released, body);
  const { permFeeAmount } = released;
  const copy = withoutSharesOfNobody(await withoutOldReferences(inAllDivisions(transaction), jobs, copyOf(parent)));
  const id = await create(inAllDivisions(transaction), jobs, { ...copy, ...body, permFeeAmount, parentJobID: parentID }, how);
  await recordChange(transaction, jobs, [parentID], { events: [jobEvents.updated], fields: { currentReleasedJobId: [newest, id] } });
  return id;
}

async function refuseClosedOrDeleted(transaction: Transaction, { id, deleted, stageID }: Job): Promise<void> {
  if (deleted) throw new Conflict(`Job ${id} is deleted: restore it before releasing a part of it.`);
  if (await isClosed(transaction.em, stageID))
    throw new Conflict(`Job ${id} is closed: move it to an open stage before releasing a part of it.`);
}

const newestRelease = ({ em }: Transaction, parentID: number): Promise<number> =>
  numberOf(em, sql`SELECT COALESCE(MAX(id), 0) FROM job WHERE parentJobID = ${parentID} AND deleted = 0`);

/** A job as a request body. An address taken from the site is not copied. */
function copyOf(job: Job): object {
  const omitted: readonly string[] = job.hasOwnAddress ? NOT_COPIED : [...NOT_COPIED, ...ADDRESS];
  const copiedNames = new Set(writableFields(jobs).flatMap(({ name }) => (omitted.includes(name) ? [] : [name])));
  return JSON.parse(JSON.stringify(Object.fromEntries(Object.entries(job).filter(([name]) => copiedNames.has(name))))) as object;
}

/** A consultant who has left takes no share of a new job. */
const withoutSharesOfNobody = (copy: object): object =>
  Object.fromEntries(Object.entries(copy).filter(([name]) => SHARES.every(([consultant, share]) => name !== share || consultant in copy)));
