import { mirror } from '../activities';
import { ruledBy } from '../records';
import { ActivityCategory, ActivityStatus, PlacementStatus } from '../terms/numbers';
import type { Placement } from './placement.entity';
import { placementFigures } from './placement.derived';
import { placements } from './placements.records';

ruledBy<Placement>(placements, {
  prepare: (_, __, after) => placementFigures(after),
  async follow(unit, _, after) {
    const { id, candidateID, contactID, clientID, jobID, statusID, createdDate, deleted } = after;
    const status = statusID === PlacementStatus.Cancelled ? ActivityStatus.Cancelled : ActivityStatus.Completed;
    const shown = { candidateID, contactID, clientID, jobID, placementID: id, activityDate: createdDate ?? null, statusID: status, deleted };
    await mirror(unit, { category: ActivityCategory.Placement, entityId: id }, shown);
  },
});
