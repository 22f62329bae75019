import { Module } from '@nestjs/common';
import { ActivitiesBulkController } from './activities-bulk.controller';
import { ActivitiesController } from './activities.controller';
import { ActivitiesService } from './activities.service';
import { DocumentsController } from './documents/documents.controller';

@Module({
  controllers: [ActivitiesController, ActivitiesBulkController, DocumentsController],
  providers: [ActivitiesService],
  exports: [ActivitiesService],
})
export class ActivitiesModule {}
