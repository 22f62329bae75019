import { eventsFor } from '../core/fields/record-event';
import type { Opportunity } from './opportunity.entity';

const { created, changed, matchesFilters } = eventsFor<Opportunity>();

export const opportunityEvents = {
  created: created(31, 'Opportunity created'),
  stageChanged: changed(32, 'Opportunity stage changed', 'stageID'),
  matchesFilters: matchesFilters(33, 'Opportunity matches filters'),
};
