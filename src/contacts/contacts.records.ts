import { recordType } from '../fields/record-type';
import { ContactDto } from './contact.dto';
import { Contact } from './contact.entity';
import { ContactSearch } from './saved-search/contact-search.entity';

export const contacts = recordType({
  name: 'Contact',
  table: 'contact',
  entity: Contact,
  shape: ContactDto,
  moduleId: 2,
  display: 'fullName',
  softDeleted: true,
  divisions: 'SELECT dv.divisionID FROM contact_division dv WHERE dv.recordID = r.id',
  concerns: { Client: 'SELECT c.clientID FROM contact c WHERE c.id = :id' },
  relations: {
    jobs: { to: 'Job', on: 'x.id IN (SELECT jc.jobID FROM job_contact jc WHERE jc.contactID = r.id)' },
    placements: { to: 'Placement', on: 'x.jobID IN (SELECT jc.jobID FROM job_contact jc WHERE jc.contactID = r.id)' },
    interviews: { to: 'Interview', on: 'x.contactID = r.id' },
    opportunities: { to: 'Opportunity', on: 'x.contactID = r.id' },
    activities: {
      to: 'Activity',
      on: "x.id IN (SELECT al.activityID FROM activity_link al WHERE al.kind = 'Contact' AND al.recordID = r.id)",
    },
    documents: { to: 'Document', on: 'x.contactID = r.id' },
    divisionList: { to: 'Division', on: 'x.id IN (SELECT cd.divisionID FROM contact_division cd WHERE cd.recordID = r.id)' },
    tagList: { to: 'ContactTag', on: 'x.recordID = r.id' },
    lists: { to: 'SavedList', on: "x.type = 'Contact' AND x.id IN (SELECT sr.listID FROM saved_list_record sr WHERE sr.recordID = r.id)" },
  },
});

export const contactSearches = recordType({
  name: 'ContactSearch',
  table: 'contact_search',
  entity: ContactSearch,
  shape: ContactSearch,
  display: 'name',
  softDeleted: true,
});
