import type { RecordTypesSpec } from '../core/fields/record-types';
import { Opportunity } from './opportunity.entity';
import { opportunityRules } from './opportunity.rules';

export { OpportunitiesModule } from './opportunities.module';
export { Opportunity } from './opportunity.entity';
export { opportunities } from './opportunities.records';

export const opportunityRecords: RecordTypesSpec = { types: [opportunityRules], tables: [Opportunity] };
