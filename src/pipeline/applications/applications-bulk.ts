import { bulkControllers } from '../../core/bulk';
import { ApplicationsController } from './applications.controller';

export const applicationsBulk = bulkControllers(ApplicationsController, {
  keys: { externalID: 'externalID' },
  owner: 'ownerID',
  example: { id: 1, source: 'Referral' },
});
