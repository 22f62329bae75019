import type { Activity } from '../activities';
import type { Job } from '../jobs';
import { filedActivity } from './filed-activity';
import type { Making, Numbers } from './made';
import type { Random } from './random';
import type { World } from './world';

/** One candidate's way through a job. Days are counted from today. */
export interface Journey {
  readonly world: World;
  readonly numbers: Numbers;
  readonly random: Random;
  readonly job: Job;
  readonly candidateID: number;
  readonly contactID: number | null;
  readonly applicationID: number;
  readonly stage: number;
  readonly applied: number;
  /** The last day on which something happened to it. */
  readonly until: number;
  readonly ownerID: number;
}

/** A day on the way, by the share of it that has passed. */
export const dayAt = ({ applied, until }: Journey, share: number): number => applied + Math.floor((until - applied) * share);

/** The activity that shows something of the journey among everything else that was done. Its type has the number of its category. */
export function* mirror({ numbers, job, ownerID, contactID, candidateID }: Journey, category: number, own: Partial<Activity>): Making {
  const dateCreated = own.dateCreated ?? own.activityDate ?? null;
  yield* filedActivity({
    id: numbers.next('Activity'),
    typeID: category,
    category,
    assignedToID: ownerID,
    contactID,
    clientID: job.clientID ?? null,
    candidateID,
    jobID: job.id,
    createdByID: ownerID,
    lastUpdatedByID: ownerID,
    duration: 0,
    deleted: false,
    ...own,
    dateCreated,
    lastUpdatedDate: dateCreated,
  });
}
