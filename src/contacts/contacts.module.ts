import { Module } from '@nestjs/common';
import { ContactSearchesController } from './saved-search/contact-search.controller';
import { ContactSearchesService } from './saved-search/contact-search.service';
import { ContactsController } from './contacts.controller';
import { ContactsService } from './contacts.service';

@Module({ controllers: [ContactsController, ContactSearchesController], providers: [ContactsService, ContactSearchesService], exports: [ContactsService, ContactSearchesService] })
export class ContactsModule {}
