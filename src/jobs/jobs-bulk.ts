import { bulkControllers } from '../core/bulk';
import { tagsForBulk } from '../tags';
import { JobsController } from './jobs.controller';

export const jobsBulk = bulkControllers(JobsController, {
  keys: { reference: 'jobReference', externalID: 'externalID' },
  owner: 'consultantID1',
  divisions: 'one',
  tags: tagsForBulk('Job'),
  example: { id: 1, title: 'Senior Site Engineer' },
});
