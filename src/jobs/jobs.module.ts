import { Module } from '@nestjs/common';
import { ActivitiesModule } from '../activities';
import { AdvertsByTheClock } from './adverts/adverts-by-the-clock';
import { JobAdvertsController } from './adverts/adverts.controller';
import { JobsBulkController } from './jobs-bulk.controller';
import { JobsController } from './jobs.controller';
import { JobsService } from './jobs.service';
import { JobSearchesService } from './search/job-search.service';
import { JobSearchesController } from './search/saved-search.controller';

@Module({
  imports: [ActivitiesModule],
  controllers: [JobSearchesController, JobsController, JobsBulkController, JobAdvertsController],
  providers: [JobsService, JobSearchesService, AdvertsByTheClock],
})
export class JobsModule {}
