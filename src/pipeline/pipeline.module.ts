import { Module } from '@nestjs/common';
import { ApplicationsBulkController } from './applications/applications-bulk.controller';
import { ApplicationsController } from './applications/applications.controller';
import { InterviewsController } from './interviews/interviews.controller';
import { OfferExpiry } from './offers/offer-expiry';
import { OffersController } from './offers/offers.controller';

@Module({
  controllers: [ApplicationsController, ApplicationsBulkController, InterviewsController, OffersController],
  providers: [OfferExpiry],
})
export class PipelineModule {}
