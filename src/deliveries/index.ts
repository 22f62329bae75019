import type { Settings } from '../core/config';
import type { RecordTypesSpec } from '../core/fields/record-types';
import { Delivery } from './delivery.entity';
import { SendingLimitRow } from './sending-limits';
import { messagesAboutPersons } from './personal-data';

export { DeliveriesModule } from './deliveries.module';
export { EXAMPLE_CANCELLED_ID, EXAMPLE_ID } from './delivery.dto';
export { Delivery, DELIVERY_KINDS, type DeliveryKind } from './delivery.entity';
export { cancelDeliveriesOfRun } from './cancel';
export { deliveriesOfRuns } from './deliveries-of-runs';
export { DELIVERY_LENGTHS } from './delivery.entity';
export { isWebAddress } from './recipients';
export { GIVE_UP_WAITING } from './give-up-waiting';
export { messagesSince } from './messages-since';
export { addressField, ADDRESSES, keyOf, nameOf, reasonAgainst, peopleBehind, type Person, type PersonalChannel } from './people';
export { checkDelivery, type NewDelivery, type RecordReference } from './new-delivery';
export { queueDeliveries, queueDelivery } from './queue';
export { setSendingLimits, type SendingLimits } from './sending-limits';
export { isVisiblyPrivate } from './senders/public-address';
export { SigningSecrets } from './senders/signing-secrets';
export { DELIVERIES_QUEUED } from './signal';
export {
  cancelDeliveriesToWebhook,
  redirectDeliveriesToWebhook,
  waitingForWebhook,
  webhookFailsSince,
} from './to-webhooks/state-of-webhook';
export { WebhookDeliveries } from './to-webhooks/webhook-deliveries.service';
export {
  EXAMPLE_WEBHOOK_DELIVERY_ID,
  WebhookDeliveryDetailDto,
  WebhookDeliveryDto,
  WebhookDeliveryQuery,
} from './to-webhooks/webhook-delivery.dto';
export { UnsubscribeLinks } from './unsubscribe/unsubscribe-links';
export { DeliveryWorker } from './sending/worker';

/** What has been sent is removed from the outbox folder as well when a person is erased. */
export const deliveryRecords = (settings: Settings): RecordTypesSpec => ({
  types: [],
  tables: [Delivery, SendingLimitRow],
  personalData: [messagesAboutPersons(settings)],
});
