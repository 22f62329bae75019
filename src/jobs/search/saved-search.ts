import { ruledBy } from '../../records';
import { withCriteria, type SavedSearches } from '../../search';
import { checkJobSearch } from './job-search.checks';
import { JobSearchRequest } from './job-search.dto';
import type { JobSearch } from '../job-parts.entity';
import { jobSearches } from '../jobs.records';

/** The saved job searches, and whether one can be kept. */
export const searches: SavedSearches<JobSearchRequest> = { type: jobSearches, shape: JobSearchRequest, check: checkJobSearch };

ruledBy<JobSearch>(jobSearches, { complete: (view, answers) => withCriteria(view, searches, answers) });
