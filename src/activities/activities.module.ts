import { Module } from '@nestjs/common';
import { ActivitiesController } from './activities.controller';
import { ActivitiesService } from './activities.service';
import { DocumentsController } from './documents/documents.controller';

@Module({ controllers: [ActivitiesController, DocumentsController], providers: [ActivitiesService], exports: [ActivitiesService] })
export class ActivitiesModule {}
