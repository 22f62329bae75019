import { recordType } from '../core/fields/record-type';
import { divisionIn } from '../divisions';
import { OpportunityDto } from './opportunity.dto';
import { Opportunity } from './opportunity.entity';
import { opportunityEvents } from './opportunity.events';

export const opportunities = recordType({
  name: 'Opportunity',
  table: 'opportunity',
  entity: Opportunity,
  shape: OpportunityDto,
  moduleId: 4,
  display: 'name',
  softDeleted: true,
  events: opportunityEvents,
  divisions: divisionIn('r.division'),
});
