import { Module } from '@nestjs/common';
import { ActivitiesModule } from '../activities';
import { CandidatesController } from './candidates.controller';

@Module({ imports: [ActivitiesModule], controllers: [CandidatesController] })
export class CandidatesModule {}
