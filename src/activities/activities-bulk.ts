import { bulkControllers } from '../core/bulk';
import { ActivitiesController } from './activities.controller';

export const activitiesBulk = bulkControllers(ActivitiesController, {
  keys: { externalID: 'altId' },
  owner: 'assignedToID',
  example: { id: 9, notes: 'Call back about the start date.' },
});
