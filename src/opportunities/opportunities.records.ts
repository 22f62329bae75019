import { recordType } from '../fields/record-type';
import { OpportunityDto } from './opportunity.dto';
import { Opportunity } from './opportunity.entity';

export const opportunities = recordType({
  name: 'Opportunity',
  table: 'opportunity',
  entity: Opportunity,
  shape: OpportunityDto,
  moduleId: 4,
  display: 'name',
  softDeleted: true,
  divisions: 'SELECT dv.id FROM division dv WHERE dv.id = r.division',
});
