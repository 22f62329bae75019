import { eventsFor, isOfDeleted } from '../core/fields/record-event';
import type { Client } from './client.entity';

const { created, updated, changed, dateReached, matchesFilters, unless } = eventsFor<Client>();

export const clientEvents = {
  created: created(26, 'Client created'),
  ...unless(isOfDeleted, { updated: updated(27, 'Client updated') }),
  statusChanged: changed(28, 'Client status changed', 'statusID'),
  inactive: dateReached(29, 'No activity on client for N days', { field: 'lastActivityDate', orElse: 'createdDate', way: 'after' }),
  matchesFilters: matchesFilters(30, 'Client matches filters'),
};
