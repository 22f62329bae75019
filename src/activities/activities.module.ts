import { Module } from '@nestjs/common';
import { ActivitiesBulkController } from './activities-bulk.controller';
import { ActivitiesController } from './activities.controller';
import { ActivitiesService } from './activities.service';
import { DocumentContentsController } from './documents/content/contents.controller';
import { DocumentContents } from './documents/content/contents.service';
import { TextWorker } from './documents/content/text-worker.service';
import { DocumentsController } from './documents/documents.controller';

@Module({
  controllers: [ActivitiesController, ActivitiesBulkController, DocumentsController, DocumentContentsController],
  providers: [ActivitiesService, DocumentContents, TextWorker],
  exports: [ActivitiesService],
})
export class ActivitiesModule {}
