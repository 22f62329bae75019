import './opportunity.rules';

export { OpportunitiesModule } from './opportunities.module';
export { Opportunity } from './opportunity.entity';
export { opportunities } from './opportunities.records';
