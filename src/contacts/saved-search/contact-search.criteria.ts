import type { Criteria } from '../../core/search';
import type { TagCriteria } from '../../tags';
import type { ContactSearchRequest } from './contact-search.dto';

/** The criteria of a saved contact search. */
export type ContactCriteria = Criteria<Omit<ContactSearchRequest, 'ssid' | 'includeTags' | 'excludeTags'>> & TagCriteria;
