import type { Transitions } from '../core/records';
import { PlacementStatus } from '../core/terms/numbers';
import type { Placement } from './placement.entity';

const { Draft, Approved, Started, Ended, Cancelled } = PlacementStatus;

/** Only approved placements start; an ended one can be extended, a cancelled one becomes a draft again. */
export const PLACEMENT_TRANSITIONS: Transitions<'statusID'> = {
  field: 'statusID',
  list: 'placementStatus',
  allowed: {
    [Draft]: [Approved, Cancelled],
    [Approved]: [Draft, Started, Ended, Cancelled],
    [Started]: [Ended, Cancelled],
    [Ended]: [Started],
    [Cancelled]: [Draft],
  },
};

/** Approved, started or ended. */
export const isApproved = ({ statusID }: Placement): boolean => statusID === Approved || statusID === Started || statusID === Ended;

/** A placement is live unless it is deleted or cancelled. A placement without a status does not exist yet. */
export const isLive = ({ statusID, deleted }: Placement): boolean => statusID !== null && statusID !== Cancelled && !deleted;

export const isApprovedOrStarted = ({ statusID }: Placement): boolean => statusID === Approved || statusID === Started;

/** Approved or started, and not deleted. */
export const isCurrent = (placement: Placement): boolean => isApprovedOrStarted(placement) && !placement.deleted;
