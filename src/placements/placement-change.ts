import { mirror } from '../activities';
import { changedBy, plainChange } from '../records';
import { ActivityCategory, ActivityStatus, PlacementStatus } from '../terms/numbers';
import type { Placement } from './placement.entity';
import { placementFigures } from './placement.rules';
import { placements } from './placements.records';

changedBy(
  placements,
  plainChange<Placement>(placements, async (unit, _, after) => {
    placementFigures(after);
    const { id, candidateID, contactID, clientID, jobID, statusID, createdDate, deleted } = after;
    const status = statusID === PlacementStatus.Cancelled ? ActivityStatus.Cancelled : ActivityStatus.Completed;
    const shown = { candidateID, contactID, clientID, jobID, placementID: id, activityDate: createdDate ?? null, statusID: status, deleted };
    await mirror(unit, { category: ActivityCategory.Placement, entityId: id }, shown);
  }),
);
