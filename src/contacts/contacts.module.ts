import { Module } from '@nestjs/common';
import { ContactSearchesController } from './contact-search.controller';
import { ContactSearchesService } from './contact-search.service';
import { ContactsController } from './contacts.controller';
import { ContactsService } from './contacts.service';

@Module({ controllers: [ContactsController, ContactSearchesController], providers: [ContactsService, ContactSearchesService], exports: [ContactsService, ContactSearchesService] })
export class ContactsModule {}
