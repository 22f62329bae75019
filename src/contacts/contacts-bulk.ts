import { bulkControllers } from '../core/bulk';
import { tagsForBulk } from '../tags';
import { ContactsController } from './contacts.controller';

export const contactsBulk = bulkControllers(ContactsController, {
  keys: { email: 'email', externalID: 'externalID' },
  owner: 'ownerID',
  divisions: 'many',
  tags: tagsForBulk('Contact'),
  phones: ['phone', 'mobile'],
  example: { id: 1, jobTitle: 'Project Director' },
});
