import { Module } from '@nestjs/common';
import { ApplicationsController } from './applications/applications.controller';
import { InterviewsController } from './interviews/interviews.controller';
import { OfferExpiry } from './offers/offer-expiry';
import { OffersController } from './offers/offers.controller';

@Module({ controllers: [ApplicationsController, InterviewsController, OffersController], providers: [OfferExpiry] })
export class PipelineModule {}
