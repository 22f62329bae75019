import { Module } from '@nestjs/common';
import { ActivitiesModule } from '../activities';
import { CandidatesBulkController } from './candidates-bulk.controller';
import { CandidatesController } from './candidates.controller';
import { CandidateSearchesController } from './search/candidate-search.controller';
import { CandidateSearchesService } from './search/candidate-search.service';

@Module({
  imports: [ActivitiesModule],
  controllers: [CandidatesController, CandidatesBulkController, CandidateSearchesController],
  providers: [CandidateSearchesService],
})
export class CandidatesModule {}
