export { ContactDto } from './contact.dto';
export { Contact } from './contact.entity';
export { contactTexts } from './contact.rules';
export { ContactSearch } from './contact-search.entity';
export { contacts, contactSearches } from './contacts.records';
