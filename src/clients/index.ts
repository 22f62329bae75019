import type { RecordTypesSpec } from '../core/fields/record-types';
import { Client, Site } from './client.entity';
import { clientRules } from './client.rules';
import { siteRules } from './site.rules';

export { ClientDto } from './client.dto';
export { Client, Site } from './client.entity';
export { ClientsModule } from './clients.module';
export { clients, sites } from './clients.records';

export const clientRecords: RecordTypesSpec = { types: [clientRules, siteRules], tables: [Client, Site] };
