import type { Asked } from '../../search';
import type { TagCriteria } from '../../tags';
import type { ContactSearchRequest } from './contact-search.dto';

/** What a saved contact search asks. */
export type ContactCriteria = Asked<Omit<ContactSearchRequest, 'ssid' | 'includeTags' | 'excludeTags'>> & TagCriteria;
