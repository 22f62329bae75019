import { Module } from '@nestjs/common';
import { ActivitiesModule } from '../activities';
import { candidatesBulk } from './candidates-bulk';
import { CandidatesController } from './candidates.controller';

@Module({ imports: [ActivitiesModule], controllers: [CandidatesController, ...candidatesBulk] })
export class CandidatesModule {}
