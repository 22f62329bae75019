import type { Unit } from '../database';
import { numberOf } from '../database/rows';
import { Conflict } from '../http';
import { sql } from '../query';
import { create, load, touch, writable } from '../records';
import { Event } from '../terms/events';
import { isClosed } from './rules/job-closing';
import { ADDRESS } from './rules/job.derived';
import type { Job } from './job.entity';
import { jobs } from './jobs.records';

/** What a release begins anew: its course, its end, and what connectors write. */
const OWN = [
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

/** Makes a job that is part of another one: the same but for what the body says. @returns its id @throws NotFound, Conflict, InvalidRequest */
export async function release(unit: Unit, parentID: number, body: object): Promise<number> {
  const parent = await load(unit.em, jobs, parentID);
  await refuseEnded(unit, parent);
  const newest = await newestRelease(unit, parentID);
  const id = await create(unit, jobs, { ...copyOf(parent), ...body, parentJobID: parentID });
  await touch(unit, jobs, [parentID], { events: [Event.JobUpdated], fields: { currentReleasedJobId: [newest, id] } });
  return id;
}

async function refuseEnded(unit: Unit, { id, deleted, stageID }: Job): Promise<void> {
  if (deleted) throw new Conflict(`The job ${id} is deleted: restore it before a part of it is released.`);
  if (await isClosed(unit, stageID))
    throw new Conflict(`The job ${id} is closed: move it to an open stage before a part of it is released.`);
}

const newestRelease = ({ em }: Unit, parentID: number): Promise<number> =>
  numberOf(em, sql`SELECT COALESCE(MAX(id), 0) FROM job WHERE parentJobID = ${parentID} AND deleted = 0`);

/** A job in the form in which it would be sent. An address that follows the site is not the job's own. */
function copyOf(job: Job): object {
  const left: readonly string[] = job.hasOwnAddress ? OWN : [...OWN, ...ADDRESS];
  const copied = new Set(writable(jobs).flatMap(({ name }) => (left.includes(name) ? [] : [name])));
  return JSON.parse(JSON.stringify(Object.fromEntries(Object.entries(job).filter(([name]) => copied.has(name))))) as object;
}
