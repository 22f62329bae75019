import type { Job } from '../jobs';
import type { Random } from './random';
import { later, type World } from './world';

/** Stages from Filled on are closed. */
const CLOSED = 6;
export const isClosed = (job: Job): boolean => (job.stageID ?? 0) >= CLOSED;

/** Where it stands, and since when; days are counted from today. */
export interface Course {
  readonly stageID: number;
  readonly opened: number;
  /** undefined: it is open. */
  readonly closed: number | undefined;
}

export function courseOf(id: number, random: Random): Course {
  if (id === 1) return { stageID: 2, opened: -45, closed: undefined };
  const stageID = random.weighted([1, 3], [2, 7], [3, 5], [4, 2], [5, 2], [6, 8], [7, 2], [8, 1]);
  if (stageID < CLOSED)
    return { stageID, opened: -random.weighted([0, 1], [random.int(1, 6), 4], [random.int(7, 120), 12]), closed: undefined };
  const opened = -random.int(20, 540);
  return { stageID, opened, closed: Math.min(-1, opened + random.int(10, 90)) };
}

export function datesOf(world: World, { opened, closed }: Course, random: Random): Partial<Job> {
  const createdDate = world.moment(opened, random);
  const start = (closed ?? Math.max(opened, 0)) + random.int(7, 60);
  return {
    createdDate,
    updatedDate: later(createdDate, 15),
    closeDate: closed === undefined ? undefined : world.moment(closed, random),
    deadline: world.day(opened + random.int(14, 80)),
    startDate: world.day(start),
    startTime: later(world.day(start), -180),
    endDate: world.day(start + random.int(30, 365)),
    estimatedPlacementDate: world.day(opened + random.int(10, 60)),
    timeToFillStartDate: random.chance(0.3) ? createdDate : null,
  };
}

export function outcomeOf({ stageID, closed }: Course, random: Random): Partial<Job> {
  if (closed === undefined) return {};
  const outcomeComments = random.pick([
    'Filled from the talent pool',
    'Budget was frozen',
    'The client hired internally',
    "Didn't get past the panel",
  ]);
  return { outcome: stageID === CLOSED ? 1 : random.int(2, 5), outcomeComments };
}

/** What connectors have written. */
export function connectedOf({ stageID, opened }: Course, world: World, random: Random): Partial<Job> {
  if (!random.chance(0.4)) return { isAiMatchesReady: random.pick([false, null]) };
  return { isAiMatchesReady: true, aiMatchesCompletedDate: later(world.day(opened), 18), lastSyncedJobBoardStageId: stageID };
}
