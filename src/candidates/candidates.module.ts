import { Module } from '@nestjs/common';
import { ActivitiesModule } from '../activities';
import { bulkControllers } from '../core/bulk';
import { candidatesBulk } from './candidates-bulk';
import { FromResumeController } from './from-resume/from-resume.controller';
import { CandidatesFromResumes } from './from-resume/from-resume.service';
import { CandidatesController } from './candidates.controller';
import { CandidateSearchesController } from './search/candidate-search.controller';
import { CandidateSearchesService } from './search/candidate-search.service';

@Module({
  imports: [ActivitiesModule],
  controllers: [
    CandidatesController,
    ...candidatesBulk,
    CandidateSearchesController,
    ...bulkControllers(CandidateSearchesController),
    FromResumeController,
  ],
  providers: [CandidateSearchesService, CandidatesFromResumes],
})
export class CandidatesModule {}
