import type { Criteria } from '../../core/search';
import type { TagCriteria } from '../../tags';
import type { CandidateSearchRequest } from './candidate-search.dto';

/** The criteria of a candidate search. */
export type CandidateCriteria = Criteria<Omit<CandidateSearchRequest, 'ssid' | 'includeTags' | 'excludeTags'>> & TagCriteria;
