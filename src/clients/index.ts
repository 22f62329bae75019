export { ClientDto, SiteDto } from './client.dto';
export { Client, Site } from './client.entity';
export { ClientsModule } from './clients.module';
export { clients, sites } from './clients.records';
export { clientTypes } from './record-types';
