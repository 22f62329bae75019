import { ruledBy } from '../../records';
import { withCriteria, type SavedSearches } from '../../search';
import { contactSearches } from '../contacts.records';
import { checkContactSearch } from './contact-search.checks';
import type { ContactCriteria } from './contact-search.criteria';
import { ContactSearchRequest } from './contact-search.dto';
import type { ContactSearch } from './contact-search.entity';

/** The saved contact searches, and whether one can be kept. */
export const searches: SavedSearches<ContactSearchRequest> = {
  type: contactSearches,
  shape: ContactSearchRequest,
  check: (em, body, criteria) => checkContactSearch(em, body, criteria as ContactCriteria),
};

ruledBy<ContactSearch>(contactSearches, { complete: (view, answers) => withCriteria(view, searches, answers) });
