import { Module } from '@nestjs/common';
import { bulkControllers } from '../core/bulk';
import { activitiesBulk } from './activities-bulk';
import { ActivitiesController } from './activities.controller';
import { ActivitiesService } from './activities.service';
import { DocumentContentsController } from './documents/content/contents.controller';
import { DocumentContents } from './documents/content/contents.service';
import { TextWorker } from './documents/content/text-worker.service';
import { DocumentsController } from './documents/documents.controller';

@Module({
  controllers: [
    ActivitiesController,
    ...activitiesBulk,
    DocumentsController,
    ...bulkControllers(DocumentsController),
    DocumentContentsController,
  ],
  providers: [ActivitiesService, DocumentContents, TextWorker],
  exports: [ActivitiesService],
})
export class ActivitiesModule {}
