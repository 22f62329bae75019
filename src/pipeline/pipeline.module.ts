import { Module } from '@nestjs/common';
import { ApplicationsController } from './applications/applications.controller';
import { InterviewsController } from './interviews/interviews.controller';
import { OffersController } from './offers/offers.controller';

@Module({ controllers: [ApplicationsController, InterviewsController, OffersController] })
export class PipelineModule {}
