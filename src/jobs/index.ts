import './advert.rules';
import './job.rules';
import './saved-search';

export { JobAdvertDto, JobDto } from './job.dto';
export { Job } from './job.entity';
export { JobAdvert, JobContact, JobSearch } from './job-parts.entity';
export { followSite, jobTexts, type Address } from './job.derived';
export { jobFilled } from './job-filled';
export { jobs } from './jobs.records';
export { JobSearchRequest } from './job-search.dto';
export { JobsModule } from './jobs.module';
export { JobsService } from './jobs.service';
export { siteMoved } from './site-moved';
export { JobClosed, mustBeOpen } from './open-job';
