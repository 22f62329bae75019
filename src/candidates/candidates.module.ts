import { Module } from '@nestjs/common';
import { ActivitiesModule } from '../activities';
import { CandidatesController } from './candidates.controller';
import { Merging } from './merge/merge.service';

@Module({ imports: [ActivitiesModule], controllers: [CandidatesController], providers: [Merging] })
export class CandidatesModule {}
