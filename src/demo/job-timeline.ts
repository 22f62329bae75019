import type { Job } from '../jobs';
import type { Random } from './random';
import { addMinutes, type DemoContext } from './demo-context';

/** From this stage (Filled) on, a job is closed. */
const CLOSED = 6;
export const isClosed = (job: Job): boolean => (job.stageID ?? 0) >= CLOSED;

/** The stage of a job and its opening and closing days, as offsets from today. */
export interface JobTimeline {
  readonly stageID: number;
  readonly opened: number;
  /** undefined while the job is open. */
  readonly closed: number | undefined;
}

export function timelineOf(id: number, random: Random): JobTimeline {
  if (id === 1) return { stageID: 2, opened: -45, closed: undefined };
  const stageID = random.weighted([1, 3], [2, 7], [3, 5], [4, 2], [5, 2], [6, 8], [7, 2], [8, 1]);
  if (stageID < CLOSED)
    return { stageID, opened: -random.weighted([0, 1], [random.int(1, 6), 4], [random.int(7, 120), 12]), closed: undefined };
  const opened = -random.int(20, 540);
  return { stageID, opened, closed: Math.min(-1, opened + random.int(10, 90)) };
}

export function datesOf(context: DemoContext, { opened, closed }: JobTimeline, random: Random): Partial<Job> {
  const createdDate = context.moment(opened, random);
  const start = (closed ?? Math.max(opened, 0)) + random.int(7, 60);
  return {
    createdDate,
    updatedDate: addMinutes(createdDate, 15),
    closeDate: closed === undefined ? undefined : context.moment(closed, random),
    deadline: context.day(opened + random.int(14, 80)),
    startDate: context.day(start),
    startTime: addMinutes(context.day(start), -180),
    endDate: context.day(start + random.int(30, 365)),
    estimatedPlacementDate: context.day(opened + random.int(10, 60)),
    timeToFillStartDate: random.chance(0.3) ? createdDate : null,
  };
}

export function outcomeOf({ stageID, closed }: JobTimeline, random: Random): Partial<Job> {
  if (closed === undefined) return {};
  const outcomeComments = random.pick([
    'Filled from the talent pool',
    'Budget was frozen',
    'The client hired internally',
    "Didn't get past the panel",
  ]);
  return { outcome: stageID === CLOSED ? 1 : random.int(2, 5), outcomeComments };
}

/** Fields written by integrations. */
export function integrationFieldsOf({ stageID, opened }: JobTimeline, context: DemoContext, random: Random): Partial<Job> {
  if (!random.chance(0.4)) return { isAiMatchesReady: random.pick([false, null]) };
  return { isAiMatchesReady: true, aiMatchesCompletedDate: addMinutes(context.day(opened), 18), lastSyncedJobBoardStageId: stageID };
}
