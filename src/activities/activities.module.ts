import { Module } from '@nestjs/common';
import { bulkControllers } from '../core/bulk';
import { activitiesBulk } from './activities-bulk';
import { ActivitiesController } from './activities.controller';
import { ActivitiesService } from './activities.service';
import { DocumentsController } from './documents/documents.controller';

@Module({
  controllers: [ActivitiesController, ...activitiesBulk, DocumentsController, ...bulkControllers(DocumentsController)],
  providers: [ActivitiesService],
  exports: [ActivitiesService],
})
export class ActivitiesModule {}
