import { Module } from '@nestjs/common';
import { ActivitiesModule } from '../activities';
import { CandidatesBulkController } from './candidates-bulk.controller';
import { CandidatesController } from './candidates.controller';

@Module({ imports: [ActivitiesModule], controllers: [CandidatesController, CandidatesBulkController] })
export class CandidatesModule {}
