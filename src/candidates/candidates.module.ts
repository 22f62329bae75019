import { Module } from '@nestjs/common';
import { ActivitiesModule } from '../activities';
import { CandidatesBulkController } from './candidates-bulk.controller';
import { CandidatesController } from './candidates.controller';
import { MergeService } from './merge/merge.service';

@Module({ imports: [ActivitiesModule], controllers: [CandidatesController, CandidatesBulkController], providers: [MergeService] })
export class CandidatesModule {}
