import { ruledBy } from '../records';
import { Event } from '../terms/events';
import type { Opportunity } from './opportunity.entity';
import { opportunities } from './opportunities.records';

ruledBy<Opportunity>(opportunities, {
  start(unit, opportunity) {
    opportunity.stageID ??= 1;
    opportunity.ownerID ??= unit.caller.userID;
  },
  events: (_, before, after) => [...(before ? [] : [Event.OpportunityCreated]), ...(before && before.stageID !== after.stageID ? [Event.OpportunityStageChanged] : [])],
});
