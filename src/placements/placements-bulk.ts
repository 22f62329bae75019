import { bulkControllers } from '../core/bulk';
import { PlacementsController } from './placements.controller';

export const placementsBulk = bulkControllers(PlacementsController, {
  keys: { reference: 'reference', externalID: 'externalID' },
  owner: 'ownerID',
  divisions: 'one',
  example: { id: 1, notes: 'Site induction at 6:30 am.' },
});
