export { Opportunity } from './opportunity.entity';
export { opportunities } from './opportunities.records';
