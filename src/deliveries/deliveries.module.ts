import { Module } from '@nestjs/common';
import { Settings } from '../config';
import { DeliveriesController } from './deliveries.controller';
import { DeliveriesService } from './deliveries.service';
import { Outbox } from './sending/outbox';
import { SENDERS, sendersBy } from './senders/senders';
import { DeliveryWorker } from './sending/worker';

/** What leaves the service. */
@Module({
  controllers: [DeliveriesController],
  providers: [DeliveriesService, DeliveryWorker, Outbox, { provide: SENDERS, inject: [Settings], useFactory: sendersBy }],
})
export class DeliveriesModule {}
