import { Module } from '@nestjs/common';
import { bulkControllers } from '../core/bulk';
import { ActivitiesModule } from '../activities';
import { ContactSearchesController } from './saved-search/contact-search.controller';
import { ContactSearchesService } from './saved-search/contact-search.service';
import { contactsBulk } from './contacts-bulk';
import { ContactsController } from './contacts.controller';

@Module({
  imports: [ActivitiesModule],
  controllers: [ContactsController, ...contactsBulk, ContactSearchesController, ...bulkControllers(ContactSearchesController)],
  providers: [ContactSearchesService],
  exports: [ContactSearchesService],
})
export class ContactsModule {}
