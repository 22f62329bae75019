import './job.rules';

export { JobAdvertDto, JobDto } from './job.dto';
export { Job } from './job.entity';
export { JobAdvert, JobContact, JobSearch } from './job-parts.entity';
export { followSite, jobTexts, type Address } from './job.derived';
export { jobs } from './jobs.records';
export { JobSearchRequest } from './job-search.dto';
export { JobsModule } from './jobs.module';
export { JobsService } from './jobs.service';
