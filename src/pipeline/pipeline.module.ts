import { Module } from '@nestjs/common';
import { bulkControllers } from '../core/bulk';
import { applicationsBulk } from './applications/applications-bulk';
import { ApplicationsController } from './applications/applications.controller';
import { InterviewsController } from './interviews/interviews.controller';
import { OfferExpiry } from './offers/offer-expiry';
import { OffersController } from './offers/offers.controller';

@Module({
  controllers: [
    ApplicationsController,
    ...applicationsBulk,
    InterviewsController,
    ...bulkControllers(InterviewsController),
    OffersController,
    ...bulkControllers(OffersController),
  ],
  providers: [OfferExpiry],
})
export class PipelineModule {}
