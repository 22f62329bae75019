import type { Mirror } from '../activities';
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

/** The activity that mirrors a record of the journey, as the service would have written it at `dateCreated`. */
export function* mirrorActivity(
  { ids, ownerID }: Journey,
  shown: Mirror,
  dateCreated: Date | null = shown.activityDate ?? null,
): DemoRecords {
  yield* activityWithLinks({
    id: ids.next('Activity'),
    createdByID: ownerID,
    lastUpdatedByID: ownerID,
    duration: 0,
    ...shown,
    dateCreated,
    lastUpdatedDate: dateCreated,
  });
}
