export { OpportunitiesModule } from './opportunities.module';
export { Opportunity } from './opportunity.entity';
export { opportunities } from './opportunities.records';
export { opportunityTypes } from './record-types';
