export { Client, Site } from './client.entity';
export { clients, sites } from './clients.records';
