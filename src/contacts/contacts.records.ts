import { divisionIDsOf, linkedDivisions } from '../assignments';
import { linkedActivities } from '../activities';
import { onLists } from '../lists';
import { LOCALITY_KEYS } from '../core/fields/locality-keys';
import { fieldsOf } from '../core/fields/field';
import { recordType } from '../core/fields/record-type';
import { jobsOfContact } from '../jobs';
import { contactDuplicates } from './contact.duplicates';
import { ContactDto } from './contact.dto';
import { Contact } from './contact.entity';
import { ContactSearchRequest } from './saved-search/contact-search.dto';
import { ContactSearch } from './saved-search/contact-search.entity';
import { contactEvents } from './contact.events';

export const contacts = recordType({
  name: 'Contact',
  table: 'contact',
  entity: Contact,
  shape: ContactDto,
  moduleId: 2,
  display: 'fullName',
  softDeleted: true,
  isPerson: true,
  textKeys: true,
  indexKeys: [
    ['surname', 'deleted', 'id', 'statusID', 'ownerID', 'state', 'createdDate'],
    ['statusID', 'deleted', 'id', 'state', 'createdDate', 'surname'],
    ['createdDate', 'deleted', 'id', 'statusID', 'clientID', 'siteID', 'suburb', 'state', 'latitude', 'longitude'],
    ...LOCALITY_KEYS,
  ],
  storedResponses: true,
  events: contactEvents,
  duplicateKinds: contactDuplicates,
  divisions: divisionIDsOf('Contact', 'r.id'),
  affects: { Client: 'SELECT c.id, c.clientID FROM contact c WHERE c.id IN (:ids)' },
  relations: {
    jobs: { to: 'Job', on: `x.id IN (${jobsOfContact('r.id')})` },
    placements: { to: 'Placement', on: `x.jobID IN (${jobsOfContact('r.id')})` },
    interviews: { to: 'Interview', on: 'x.contactID = r.id' },
    opportunities: { to: 'Opportunity', on: 'x.contactID = r.id' },
    activities: linkedActivities('Contact'),
    documents: { to: 'Document', on: 'x.contactID = r.id' },
    divisionList: linkedDivisions('Contact'),
    tagList: { to: 'ContactTag', on: 'x.recordID = r.id' },
    lists: onLists('Contact'),
  },
  changedParts: ['divisionIDs', 'tagList', 'mergedContactIDs'],
});

export const contactSearches = recordType({
  name: 'ContactSearch',
  table: 'contact_search',
  entity: ContactSearch,
  shape: ContactSearch,
  display: 'name',
  softDeleted: true,
  changedParts: fieldsOf(ContactSearchRequest).map(({ name }) => name),
});
