import { Global, Module } from '@nestjs/common';
import { DeliveriesModule, SigningSecrets } from '../deliveries';
import { FailingWebhooks } from './failing-webhooks.service';
import { WebhookQueue } from './queue/webhook-queue.service';
import { SecretsCheck } from './secrets/secrets-check';
import { WebhookSecrets } from './secrets/webhook-secrets.service';
import { WebhooksController } from './webhooks.controller';
import { WebhooksService } from './webhooks.service';

/** Global, since the outbox signs what goes to webhooks by their secrets. */
@Global()
@Module({
  imports: [DeliveriesModule],
  controllers: [WebhooksController],
  providers: [
    WebhooksService,
    WebhookQueue,
    FailingWebhooks,
    WebhookSecrets,
    SecretsCheck,
    { provide: SigningSecrets, useExisting: WebhookSecrets },
  ],
  exports: [SigningSecrets],
})
export class WebhooksModule {}
