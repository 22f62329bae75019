import type { Course } from '../records';
import { PlacementStatus } from '../terms/numbers';
import type { Placement } from './placement.entity';

const { Draft, Approved, Started, Ended, Cancelled } = PlacementStatus;

/** Only what was approved starts; what has ended can be prolonged, what was cancelled drafted anew. */
export const PLACEMENT_COURSE: Course<'statusID'> = {
  field: 'statusID',
  list: 'placementStatus',
  moves: {
    [Draft]: [Approved, Cancelled],
    [Approved]: [Draft, Started, Ended, Cancelled],
    [Started]: [Ended, Cancelled],
    [Ended]: [Started],
    [Cancelled]: [Draft],
  },
};

/** From its approval on it counts as approved, also when it has ended. */
export const isApproved = ({ statusID }: Placement): boolean => statusID === Approved || statusID === Started || statusID === Ended;

/** A placement is live unless it is deleted or cancelled. One that is not there yet has no status. */
export const isLive = ({ statusID, deleted }: Placement): boolean => statusID !== null && statusID !== Cancelled && !deleted;
