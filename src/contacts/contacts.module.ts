import { Module } from '@nestjs/common';
import { ActivitiesModule } from '../activities';
import { ContactSearchesController } from './saved-search/contact-search.controller';
import { ContactSearchesService } from './saved-search/contact-search.service';
import { ContactsBulkController } from './contacts-bulk.controller';
import { ContactsController } from './contacts.controller';

@Module({
  imports: [ActivitiesModule],
  controllers: [ContactsController, ContactsBulkController, ContactSearchesController],
  providers: [ContactSearchesService],
  exports: [ContactSearchesService],
})
export class ContactsModule {}
