export { ContactDto } from './contact.dto';
export { Contact } from './contact.entity';
export { setContactTexts } from './contact.derived';
export { ContactSearch } from './saved-search/contact-search.entity';
export { contacts, contactSearches } from './contacts.records';
export { ContactSearchDto, ContactSearchRequest } from './saved-search/contact-search.dto';
export { ContactSearchesService } from './saved-search/contact-search.service';
export { ContactsModule } from './contacts.module';
export { contactTypes } from './record-types';
