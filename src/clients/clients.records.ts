import { recordType } from '../fields/record-type';
import { ClientDto, SiteDto } from './client.dto';
import { Client, Site } from './client.entity';

export const clients = recordType({
  name: 'Client',
  table: 'client',
  entity: Client,
  shape: ClientDto,
  moduleId: 3,
  display: 'name',
  softDeleted: true,
  divisions: 'SELECT dv.divisionID FROM client_division dv WHERE dv.recordID = r.id',
  relations: {
    contacts: { to: 'Contact', on: 'x.clientID = r.id' },
    jobs: { to: 'Job', on: 'x.clientID = r.id' },
    sites: { to: 'Site', on: 'x.clientID = r.id' },
    opportunities: { to: 'Opportunity', on: 'x.clientID = r.id' },
    placements: { to: 'Placement', on: 'x.clientID = r.id' },
    activities: {
      to: 'Activity',
      on: "x.id IN (SELECT al.activityID FROM activity_link al WHERE al.kind = 'Client' AND al.recordID = r.id)",
    },
    documents: { to: 'Document', on: 'x.clientID = r.id' },
    divisionList: { to: 'Division', on: 'x.id IN (SELECT cd.divisionID FROM client_division cd WHERE cd.recordID = r.id)' },
    lists: { to: 'SavedList', on: "x.type = 'Client' AND x.id IN (SELECT sr.listID FROM saved_list_record sr WHERE sr.recordID = r.id)" },
  },
});

export const sites = recordType({
  name: 'Site',
  table: 'site',
  entity: Site,
  shape: SiteDto,
  display: 'name',
  softDeleted: true,
  relations: { contacts: { to: 'Contact', on: 'x.siteID = r.id' }, jobs: { to: 'Job', on: 'x.siteID = r.id' } },
});
