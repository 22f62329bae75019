import type { RecordTypesSpec } from '../core/fields/record-types';
import type { ProblemClass } from '../core/problems';
import { advertRules } from './adverts/advert.rules';
import { JobAdvert, JobContact, JobSearch } from './job-parts.entity';
import { Job } from './job.entity';
import { ContactOfAnotherClient } from './rules/contact-of-client';
import { jobRules } from './rules/job.rules';
import { JobClosed } from './rules/open-job';
import { jobSearchRules } from './search/saved-search';

export { JobAdvertDto, JobDto } from './job.dto';
export { Job } from './job.entity';
export { JobAdvert, JobContact, JobSearch } from './job-parts.entity';
export { copySiteAddress, setJobTexts, type Address } from './rules/job.derived';
export { updateFilled } from './rules/job-filled';
export { contactsOfJob, divisionOfJob, JOB_CONTACTS, jobsOfContact } from './job-links';
export { checkContactOfJob, ContactConfirmation, OtherClientConfirmation } from './rules/contact-of-client';
export { activateClients, deletedClients } from './rules/active-clients';
export { clientOfJob } from './rules/client-of-job';
export { jobs } from './jobs.records';
export { JobSearchRequest } from './search/job-search.dto';
export { JobsModule } from './jobs.module';
export { consultantsOf } from './rules/percentages';
export { isFeeOfSalary, yearlySalary } from './rules/perm-fee';
export { requireSiteOfClient } from './rules/site-of-client';
export { updateJobsOfSite } from './rules/jobs-of-site';
export { JobClosed, mustBeOpen } from './rules/open-job';

export const jobRecords: RecordTypesSpec = {
  types: [jobRules, advertRules, jobSearchRules],
  tables: [Job, JobAdvert, JobContact, JobSearch],
};

export const jobProblems: readonly ProblemClass[] = [ContactOfAnotherClient, JobClosed];
