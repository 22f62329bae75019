import { randomUUID } from 'node:crypto';
import { webhookTypeOf } from '../../automation';
import { changeResponse, type SequencedChange } from '../../core/changes';
import type { RecordType } from '../../core/fields/record-type';
import type { RecordTypes } from '../../core/fields/record-types';
import type { RecordResponse } from '../../core/records';
import { DELIVERY_LENGTHS, type NewDelivery } from '../../deliveries';
import type { Webhook } from '../webhook.entity';
import type { WebhookFilter } from '../webhook-filter';

/** A webhook that is told of changes. */
export type Subscriber = Pick<Webhook, 'id' | 'name' | 'url'>;

/** The delivery of a change. @param record the complete record, if the webhook wants it and it exists */
export function deliveryOf(
  types: RecordTypes,
  webhook: Subscriber,
  filter: WebhookFilter,
  change: SequencedChange,
  record: RecordResponse | undefined,
): NewDelivery {
  const id = randomUUID();
  const about = types.publishedAs(change.type);
  const data = changeResponse(change);
  const envelope = { id, type: typeOf(about, filter, change), timestamp: change.at };
  return {
    id,
    kind: 'webhook',
    to: webhook.url ?? '',
    body: shortEnough([
      { ...envelope, data: { ...data, ...(record ? { record } : {}) } },
      { ...envelope, data: { ...data, isIncomplete: true } },
      { ...envelope, data: { ...data, fields: {}, isIncomplete: true } },
    ]),
    webhook: { id: webhook.id, sequence: change.sequence },
    ...(about && change.recordID > 0 ? { about: { type: about.name, id: change.recordID } } : {}),
  };
}

export function pingOf({ id: webhookID, name, url }: Subscriber, now: Date): NewDelivery {
  const id = randomUUID();
  const body = { id, type: 'webhook.ping', timestamp: now.toISOString(), data: { webhookID, name } };
  return { id, kind: 'webhook', to: url ?? '', body: JSON.stringify(body), webhook: { id: webhookID } };
}

/** That of the first event that the webhook subscribes to; without one, record type and action: `job.updated`. */
function typeOf(about: RecordType | undefined, { events }: WebhookFilter, { type, action, events: raised }: SequencedChange): string {
  const event = raised.find((id) => events.includes(id));
  return (event === undefined ? undefined : about && webhookTypeOf(about, event)) ?? `${type.toLowerCase()}.${action}`;
}

/** The first that a delivery can hold; the last one always is. */
function shortEnough(bodies: readonly object[]): string {
  const texts = bodies.map((body) => JSON.stringify(body));
  return texts.find((text) => text.length <= DELIVERY_LENGTHS.body) ?? texts.at(-1)!;
}
