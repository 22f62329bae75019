import { ruledBy } from '../../core/records';
import { criteriaInResponses, type SavedSearchKind } from '../../core/search';
import { validateJobSearch } from './job-search.checks';
import { JobSearchRequest } from './job-search.dto';
import { jobSearches } from '../jobs.records';

/** How saved job searches are stored and validated. */
export const searches: SavedSearchKind<JobSearchRequest> = { type: jobSearches, shape: JobSearchRequest, check: validateJobSearch };

export const jobSearchRules = ruledBy(jobSearches, criteriaInResponses(searches));
