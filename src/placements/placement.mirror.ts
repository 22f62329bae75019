import type { Mirror } from '../activities';
import { ActivityCategory, ActivityStatus, ActivityType, PlacementStatus } from '../core/terms/numbers';
import type { Placement } from './placement.entity';

/** The activity that mirrors a placement. It is dated when the placement was made. */
export const placementMirror = (placement: Placement): Mirror => {
  const { id, candidateID, contactID, clientID, jobID, statusID, createdDate, notes, ownerID, deleted } = placement;
  return {
    category: ActivityCategory.Placement,
    entityId: id,
    typeID: ActivityType.Placement,
    candidateID,
    contactID,
    clientID,
    jobID,
    placementID: id,
    activityDate: createdDate ?? null,
    statusID: statusID === PlacementStatus.Cancelled ? ActivityStatus.Cancelled : ActivityStatus.Completed,
    assignedToID: ownerID,
    notes,
    deleted,
  };
};
