import { EXAMPLE_WEBHOOK_DELIVERY_ID } from '../deliveries';
import type { DemoContext } from './demo-context';
import { demoDelivery } from './deliveries';
import { demoRecord, type DemoRecords } from './demo-record';

const URL = 'https://hooks.example.com/changes';

/** No secret can be shown in them: one that is resumed needs a new one. */
const NEW = { position: 0, secret: null, previousSecret: null, previousUntil: null };

/** Paused webhooks, so that nothing leaves when the service starts, and what the first was sent last. */
export function* webhooks(context: DemoContext): DemoRecords {
  const createdDate = context.day(-30);
  const failing = context.day(-5);
  yield demoRecord('Webhook', {
    id: 1,
    name: 'Data warehouse',
    url: URL,
    isActive: false,
    includeRecord: true,
    userID: 1,
    pausedReason: `nothing has arrived since ${failing.toISOString()}; its deliveries say why`,
    filterText: JSON.stringify({ recordTypes: ['Job', 'Placement'], actions: [], events: [], fields: [] }),
    createdByID: 1,
    createdDate,
    updatedByID: 1,
    updatedDate: context.day(-2),
    deleted: false,
    version: 2,
  });
  yield demoRecord('WebhookState', { ...NEW, webhookID: 1, resumedDate: createdDate });
  yield demoRecord('Webhook', {
    ...{ id: 2, name: 'Former website', url: 'https://www.example.com/jobs', isActive: false, includeRecord: false, userID: 1 },
    ...{ pausedReason: null, filterText: JSON.stringify({ recordTypes: ['JobAdvert'], actions: [], events: [], fields: [] }) },
    ...{ createdByID: 1, createdDate, updatedByID: 1, updatedDate: createdDate, deleted: false, version: 1 },
  });
  yield demoRecord('WebhookState', { ...NEW, webhookID: 2, resumedDate: createdDate });
  yield demoDelivery(failing, {
    publicID: EXAMPLE_WEBHOOK_DELIVERY_ID,
    kind: 'webhook',
    state: 'dead',
    recipient: URL,
    body: `{"id":"${EXAMPLE_WEBHOOK_DELIVERY_ID}","type":"webhook.ping","timestamp":"${failing.toISOString()}","data":{"webhookID":1,"name":"Data warehouse"}}`,
    webhookID: 1,
    attemptedDate: failing,
    attemptMs: 85,
    replyStatus: 410,
    requestHeaders: JSON.stringify({ 'Content-Type': 'application/json', 'webhook-id': EXAMPLE_WEBHOOK_DELIVERY_ID }),
    replyHeaders: '{"content-type":"text/plain"}',
    replyBody: 'Gone',
    lastError: 'The receiver responded with status 410.',
  });
}
