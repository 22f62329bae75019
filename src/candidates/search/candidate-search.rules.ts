import { ruledBy } from '../../core/records';
import { criteriaInResponses, type SavedSearchKind } from '../../core/search';
import { candidateSearches } from '../candidates.records';
import { validateCandidateSearch } from './candidate-search.checks';
import type { CandidateCriteria } from './candidate-search.criteria';
import { CandidateSearchRequest } from './candidate-search.dto';

/** How saved candidate searches are stored and validated. */
export const searches: SavedSearchKind<CandidateSearchRequest> = {
  type: candidateSearches,
  shape: CandidateSearchRequest,
  check: (view, body, criteria) => validateCandidateSearch(view, body, criteria as CandidateCriteria),
};

export const candidateSearchRules = ruledBy(candidateSearches, criteriaInResponses(searches));
