import { divisionIDsOf, linkedDivisions } from '../assignments';
import { linkedActivities } from '../activities';
import { onLists } from '../lists';
import { LOCALITY_KEYS } from '../core/fields/locality-keys';
import { recordType } from '../core/fields/record-type';
import { clientDuplicates } from './client.duplicates';
import { ClientDto, SiteDto } from './client.dto';
import { Client, Site } from './client.entity';
import { clientEvents } from './client.events';

export const clients = recordType({
  name: 'Client',
  table: 'client',
  entity: Client,
  shape: ClientDto,
  moduleId: 3,
  display: 'name',
  softDeleted: true,
  textKeys: true,
  events: clientEvents,
  duplicateKinds: clientDuplicates,
  divisions: divisionIDsOf('Client', 'r.id'),
  relations: {
    contacts: { to: 'Contact', on: 'x.clientID = r.id' },
    jobs: { to: 'Job', on: 'x.clientID = r.id' },
    sites: { to: 'Site', on: 'x.clientID = r.id' },
    opportunities: { to: 'Opportunity', on: 'x.clientID = r.id' },
    placements: { to: 'Placement', on: 'x.clientID = r.id' },
    activities: linkedActivities('Client'),
    documents: { to: 'Document', on: 'x.clientID = r.id' },
    divisionList: linkedDivisions('Client'),
    lists: onLists('Client'),
  },
  changedParts: ['divisionIDs', 'mergedClientIDs'],
});

export const sites = recordType({
  name: 'Site',
  table: 'site',
  entity: Site,
  shape: SiteDto,
  display: 'name',
  softDeleted: true,
  indexKeys: LOCALITY_KEYS,
  divisions: divisionIDsOf('Client', 'r.clientID'),
  relations: { contacts: { to: 'Contact', on: 'x.siteID = r.id' }, jobs: { to: 'Job', on: 'x.siteID = r.id' } },
});
