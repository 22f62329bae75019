import type { RecordTypesSpec } from '../core/fields/record-types';
import { Contact } from './contact.entity';
import { contactRules } from './contact.rules';
import { ContactSearch } from './saved-search/contact-search.entity';
import { contactSearchRules } from './saved-search/contact-search.rules';
import { contactsOfCandidates } from './personal-data';

export { ContactDto } from './contact.dto';
export { Contact } from './contact.entity';
export { setContactTexts } from './contact.derived';
export { ContactSearch } from './saved-search/contact-search.entity';
export { contacts, contactSearches } from './contacts.records';
export { ContactSearchDto, ContactSearchRequest } from './saved-search/contact-search.dto';
export { isAddressAt } from './saved-search/contact-search.geo';
export { circleOf, hasRelated, isInCircle, unknownCentre, type Circle } from './saved-search/contact-search.location';
export { LatitudeCriterion, LongitudeCriterion, RadiusCriterion } from './saved-search/radius-criteria';
export { ContactSearchesService } from './saved-search/contact-search.service';
export { ContactsModule } from './contacts.module';

export const contactRecords: RecordTypesSpec = {
  types: [contactRules, contactSearchRules],
  tables: [Contact, ContactSearch],
  personalData: [contactsOfCandidates],
};
