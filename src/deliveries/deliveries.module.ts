import { Module } from '@nestjs/common';
import { Settings } from '../core/config';
import { DeliveriesController } from './deliveries.controller';
import { DeliveryMetrics } from './delivery-metrics.service';
import { DeliveriesService } from './deliveries.service';
import { DeliveryRetention } from './retention';
import { Outbox } from './sending/outbox';
import { SENDERS, createSenders } from './senders/senders';
import { SigningSecrets } from './senders/signing-secrets';
import { DeliveryWorker } from './sending/worker';
import { WebhookDeliveries } from './to-webhooks/webhook-deliveries.service';
import { UnsubscribeController } from './unsubscribe/unsubscribe.controller';
import { UnsubscribeLinks } from './unsubscribe/unsubscribe-links';
import { UnsubscribeService } from './unsubscribe/unsubscribe.service';

/** Outgoing e-mails, text messages and webhooks. */
@Module({
  exports: [UnsubscribeLinks, WebhookDeliveries],
  controllers: [DeliveriesController, UnsubscribeController],
  providers: [
    DeliveriesService,
    WebhookDeliveries,
    DeliveryWorker,
    DeliveryMetrics,
    Outbox,
    DeliveryRetention,
    UnsubscribeLinks,
    UnsubscribeService,
    { provide: SENDERS, inject: [Settings, UnsubscribeLinks, SigningSecrets], useFactory: createSenders },
  ],
})
export class DeliveriesModule {}
