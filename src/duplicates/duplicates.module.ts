import { Module } from '@nestjs/common';
import { duplicatesController } from './duplicates.controller';
import { DuplicatesService } from './duplicates.service';
import { MergeCandidatesController, MergeClientsController, MergeContactsController } from './merge/merge.controllers';
import { MergeService } from './merge/merge.service';

@Module({
  controllers: [
    duplicatesController('Candidate'),
    duplicatesController('Contact'),
    duplicatesController('Client'),
    MergeCandidatesController,
    MergeContactsController,
    MergeClientsController,
  ],
  providers: [DuplicatesService, MergeService],
})
export class DuplicatesModule {}
