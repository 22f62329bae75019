import { Module } from '@nestjs/common';
import { bulkControllers } from '../core/bulk';
import { ActivitiesModule } from '../activities';
import { AdvertsByTheClock } from './adverts/adverts-by-the-clock';
import { JobAdvertsController } from './adverts/adverts.controller';
import { jobsBulk } from './jobs-bulk';
import { JobsController } from './jobs.controller';
import { JobsService } from './jobs.service';
import { JobSearchesService } from './search/job-search.service';
import { JobSearchesController } from './search/saved-search.controller';

@Module({
  imports: [ActivitiesModule],
  controllers: [
    JobSearchesController,
    ...bulkControllers(JobSearchesController),
    JobsController,
    ...jobsBulk,
    JobAdvertsController,
    ...bulkControllers(JobAdvertsController),
  ],
  providers: [JobsService, JobSearchesService, AdvertsByTheClock],
})
export class JobsModule {}
