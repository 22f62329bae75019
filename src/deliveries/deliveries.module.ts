import { Module } from '@nestjs/common';
import { Settings } from '../core/config';
import { DeliveriesController } from './deliveries.controller';
import { DeliveryMetrics } from './delivery-metrics.service';
import { DeliveriesService } from './deliveries.service';
import { DeliveryRetention } from './retention';
import { Outbox } from './sending/outbox';
import { SENDERS, createSenders } from './senders/senders';
import { DeliveryWorker } from './sending/worker';
import { UnsubscribeController } from './unsubscribe/unsubscribe.controller';
import { UnsubscribeLinks } from './unsubscribe/unsubscribe-links';
import { UnsubscribeService } from './unsubscribe/unsubscribe.service';

/** Outgoing e-mails, text messages and webhooks. */
@Module({
  exports: [UnsubscribeLinks],
  controllers: [DeliveriesController, UnsubscribeController],
  providers: [
    DeliveriesService,
    DeliveryWorker,
    DeliveryMetrics,
    Outbox,
    DeliveryRetention,
    UnsubscribeLinks,
    UnsubscribeService,
    { provide: SENDERS, inject: [Settings, UnsubscribeLinks], useFactory: createSenders },
  ],
})
export class DeliveriesModule {}
