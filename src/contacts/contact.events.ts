import { eventsFor, isOfDeleted } from '../core/fields/record-event';
import type { Contact } from './contact.entity';

const { created, updated, changed, reaches, raisedElsewhere, dateReached, matchesFilters, unless } = eventsFor<Contact>();

export const contactEvents = {
  created: created(17, 'Contact created'),
  ...unless(isOfDeleted, { updated: updated(18, 'Contact updated') }),
  statusChanged: changed(19, 'Contact status changed', 'statusID'),
  tagAdded: raisedElsewhere(20, 'Tag added to contact', { raisedBy: 'its tags', causedBy: [{ kind: 'tagAdded' }] }),
  tagRemoved: raisedElsewhere(21, 'Tag removed from contact', { raisedBy: 'its tags', causedBy: [{ kind: 'tagRemoved' }] }),
  optedOut: reaches(22, 'Contact opted out', 'optOut', true),
  nextContactReached: dateReached(23, 'Next contact date reached', { field: 'nextContactDate', way: 'before' }),
  notContacted: dateReached(24, 'No contact made for N days', { field: 'lastContactDate', orElse: 'createdDate', way: 'after' }),
  matchesFilters: matchesFilters(25, 'Contact matches filters'),
};
