import type { Activity } from '../activities';
import type { Job } from '../jobs';
import { activityWithLinks } from './activity-with-links';
import type { DemoRecords, IdSequences } from './demo-record';
import type { Random } from './random';
import type { DemoContext } from './demo-context';

/** One candidate's way through the pipeline of a job. Days are offsets from today. */
export interface Journey {
  readonly context: DemoContext;
  readonly ids: IdSequences;
  readonly random: Random;
  readonly job: Job;
  readonly candidateID: number;
  readonly contactID: number | null;
  readonly applicationID: number;
  readonly stage: number;
  readonly applied: number;
  /** The last day on which something happened. */
  readonly until: number;
  readonly ownerID: number;
}

/** The day at which the given share (0 to 1) of the journey has passed. */
export const dayAt = ({ applied, until }: Journey, share: number): number => applied + Math.floor((until - applied) * share);

/** The activity that mirrors an event of the journey. The id of its type equals its category. */
export function* mirrorActivity(
  { ids, job, ownerID, contactID, candidateID }: Journey,
  category: number,
  own: Partial<Activity>,
): DemoRecords {
  const dateCreated = own.dateCreated ?? own.activityDate ?? null;
  yield* activityWithLinks({
    id: ids.next('Activity'),
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
