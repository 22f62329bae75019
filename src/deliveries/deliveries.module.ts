import { Module } from '@nestjs/common';
import { Settings } from '../core/config';
import { DeliveriesController } from './deliveries.controller';
import { DeliveriesService } from './deliveries.service';
import { Outbox } from './sending/outbox';
import { SENDERS, createSenders } from './senders/senders';
import { DeliveryWorker } from './sending/worker';

/** Outgoing e-mails, text messages and webhooks. */
@Module({
  controllers: [DeliveriesController],
  providers: [DeliveriesService, DeliveryWorker, Outbox, { provide: SENDERS, inject: [Settings], useFactory: createSenders }],
})
export class DeliveriesModule {}
