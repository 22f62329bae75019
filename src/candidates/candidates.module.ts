import { Module } from '@nestjs/common';
import { ActivitiesModule } from '../activities';
import { candidatesBulk } from './candidates-bulk';
import { CandidatesController } from './candidates.controller';
import { CandidateSearchesController } from './search/candidate-search.controller';
import { CandidateSearchesService } from './search/candidate-search.service';

@Module({
  imports: [ActivitiesModule],
  controllers: [CandidatesController, ...candidatesBulk, CandidateSearchesController],
  providers: [CandidateSearchesService],
})
export class CandidatesModule {}
