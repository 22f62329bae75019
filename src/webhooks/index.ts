import type { Settings } from '../core/config';
import type { RecordTypesSpec } from '../core/fields/record-types';
import { Webhook, WebhookState } from './webhook.entity';
import { webhookRules } from './webhook.rules';

export { Webhook, WebhookState } from './webhook.entity';
export { WebhooksModule } from './webhooks.module';

export const webhookRecords = (settings: Settings): RecordTypesSpec => ({
  types: [webhookRules(settings)],
  tables: [Webhook, WebhookState],
});
