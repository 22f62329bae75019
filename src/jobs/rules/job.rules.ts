import { settingOf } from '../../configuration';
import type { Unit } from '../../database';
import { execute } from '../../database/rows';
import { InvalidRequest } from '../../http';
import { sql } from '../../query';
import { refuseUnset, ruledBy } from '../../records';
import { Event } from '../../terms/events';
import { JobStage } from '../../terms/numbers';
import { keepAddress } from './job-address';
import { closes, keepCloseDate, keepEnding } from './job-closing';
import { keepFilled } from './job-filled';
import type { Job } from '../job.entity';
import { jobs } from '../jobs.records';

const PLACES = ['contact1ID', 'contact2ID', 'contact3ID', 'contact4ID'] as const;
const PERCENTAGES = [
  'consultantPercentage1',
  'consultantPercentage2',
  'consultantPercentage3',
  'consultantPercentage4',
  'consultantPercentage5',
] as const;

ruledBy<Job>(jobs, {
  start,
  prepare,
  async follow(unit, before, after) {
    if (PLACES.some((place) => before[place] !== after[place])) await replaceContacts(unit, after);
  },
  events: (unit, before, after) => (before ? eventsOfChange(unit, before, after) : [Event.JobCreated, ...eventsOfState(undefined, after)]),
});

async function start(unit: Unit, job: Job): Promise<void> {
  job.stageID ??= JobStage.New;
  job.createdByConsultantID ??= unit.caller.userID;
  job.consultantID1 ??= unit.caller.userID;
  job.timeToFillStartDate ??= unit.now;
  job.source ||= (await settingOf(unit.em, 'JobPosting', 'defaultSource')) ?? null;
}

async function prepare(unit: Unit, before: Job, after: Job): Promise<void> {
  refuseUnset(before, after, 'stageID');
  refuseOverHundred(after);
  await keepAddress(unit, before, after);
  const isNew = after.id === undefined;
  if (!isNew && (before.candidatesRequired !== after.candidatesRequired || before.deleted !== after.deleted)) await keepFilled(unit, after);
  await (isNew ? keepCloseDate : keepEnding)(unit, before, after);
}

function refuseOverHundred(job: Job): void {
  const sum = PERCENTAGES.reduce((total, name) => total + job[name], 0);
  if (sum > 100)
    throw InvalidRequest.because([
      { pointer: '/consultantPercentage1', detail: `must leave the five percentages at 100 or less together; they are ${sum}` },
    ]);
}

/** One row for each contact of the job, whichever of its places it has. */
async function replaceContacts({ em }: Unit, job: Job): Promise<void> {
  await execute(em, sql`DELETE FROM job_contact WHERE jobID = ${job.id}`);
  const contacts = new Set(PLACES.flatMap((place) => job[place] ?? []));
  for (const contactID of contacts) await execute(em, sql`INSERT INTO job_contact (contactID, jobID) VALUES (${contactID}, ${job.id})`);
}

async function eventsOfChange(unit: Unit, before: Job, after: Job): Promise<number[]> {
  if (after.deleted) return [];
  return [
    Event.JobUpdated,
    ...(before.stageID === after.stageID ? [] : [Event.JobStageChanged]),
    ...(after.filledDate && !before.filledDate ? [Event.JobFilled] : []),
    ...((await closes(unit, before, after)) ? [Event.JobClosed] : []),
    ...eventsOfState(before, after),
  ];
}

/** Of what a job can be from the beginning. */
const eventsOfState = (before: Job | undefined, after: Job): number[] =>
  after.isAiMatchesReady && !before?.isAiMatchesReady ? [Event.AiMatchesReady] : [];
