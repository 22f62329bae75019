import { ruledBy } from '../../core/records';
import { criteriaInResponses, type SavedSearchKind } from '../../core/search';
import { contactSearches } from '../contacts.records';
import { validateContactSearch } from './contact-search.checks';
import type { ContactCriteria } from './contact-search.criteria';
import { ContactSearchRequest } from './contact-search.dto';

/** How saved contact searches are stored and validated. */
export const searches: SavedSearchKind<ContactSearchRequest> = {
  type: contactSearches,
  shape: ContactSearchRequest,
  check: (view, body, criteria) => validateContactSearch(view, body, criteria as ContactCriteria),
};

export const contactSearchRules = ruledBy(contactSearches, criteriaInResponses(searches));
