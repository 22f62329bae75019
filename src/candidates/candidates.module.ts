import { Module } from '@nestjs/common';
import { ActivitiesModule } from '../activities';
import { CandidatesController } from './candidates.controller';
import { CandidatesService } from './candidates.service';

@Module({ imports: [ActivitiesModule], controllers: [CandidatesController], providers: [CandidatesService], exports: [CandidatesService] })
export class CandidatesModule {}
