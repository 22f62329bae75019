import { bulkControllers } from '../core/bulk';
import { ClientsController } from './clients.controller';

export const clientsBulk = bulkControllers(ClientsController, {
  keys: { email: 'email', externalID: 'externalID' },
  owner: 'ownerID',
  divisions: 'many',
  phones: ['phone'],
  example: { id: 1, name: 'Harbour Construction Group' },
});
