import './adverts/advert.rules';
import './rules/job.rules';
import './search/saved-search';

export { JobAdvertDto, JobDto } from './job.dto';
export { Job } from './job.entity';
export { JobAdvert, JobContact, JobSearch } from './job-parts.entity';
export { followSite, jobTexts, type Address } from './rules/job.derived';
export { jobFilled } from './rules/job-filled';
export { jobs } from './jobs.records';
export { JobSearchRequest } from './search/job-search.dto';
export { JobsModule } from './jobs.module';
export { JobsService } from './jobs.service';
export { mustBeOwnSite } from './rules/own-site';
export { siteMoved } from './rules/site-moved';
export { JobClosed, mustBeOpen } from './rules/open-job';
