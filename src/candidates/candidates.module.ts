import { Module } from '@nestjs/common';
import { ActivitiesModule } from '../activities';
import { CandidatesBulkController } from './candidates-bulk.controller';
import { FromResumeController } from './from-resume/from-resume.controller';
import { CandidatesFromResumes } from './from-resume/from-resume.service';
import { CandidatesController } from './candidates.controller';

@Module({
  imports: [ActivitiesModule],
  controllers: [CandidatesController, CandidatesBulkController, FromResumeController],
  providers: [CandidatesFromResumes],
})
export class CandidatesModule {}
