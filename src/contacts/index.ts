import './contact-change';

export { ContactDto } from './contact.dto';
export { Contact } from './contact.entity';
export { contactTexts } from './contact.rules';
export { ContactSearch } from './contact-search.entity';
export { contacts, contactSearches } from './contacts.records';
export { ContactSearchDto, ContactSearchRequest } from './contact-search.dto';
export { ContactSearchesService } from './contact-search.service';
export { ContactsModule } from './contacts.module';
export { ContactsService } from './contacts.service';
