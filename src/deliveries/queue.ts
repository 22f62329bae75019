import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { Transaction } from '../core/database';
import { rows } from '../core/database/rows';
import { insertRows, rowsFrom, values } from '../core/records';
import { sql } from '../core/sql';
import type { Delivery } from './delivery.entity';
import { checkDelivery, type NewDelivery } from './new-delivery';
import { hostOf } from './recipients';
import { lockLimits, sendingTimes, storeSlots } from './sending-limits';
import { DELIVERIES_QUEUED } from './signal';

/**
 * Queues a delivery in the transaction that wants it sent: it leaves after the commit, at least once, and not at all when
 * the transaction fails.
 * @returns its id: Message-ID, webhook-id and idempotency key of every attempt
 * @throws InvalidRequest for what cannot be sent
 */
export async function queueDelivery(transaction: Transaction, delivery: NewDelivery): Promise<string> {
  const [id = ''] = await queueDeliveries(transaction, [delivery]);
  return id;
}

/** The same of many, none of which is the same as another one of them. @returns their ids, in the same order @throws InvalidRequest */
export async function queueDeliveries(transaction: Transaction, deliveries: readonly NewDelivery[]): Promise<string[]> {
  deliveries.forEach(checkDelivery);
  const known = await alreadyQueued(
    transaction.em,
    deliveries.flatMap(({ dedupeKey }) => dedupeKey ?? []),
  );
  const all = deliveries.map((delivery) => ({
    delivery,
    before: known.get(delivery.dedupeKey ?? ''),
    publicID: delivery.id ?? randomUUID(),
  }));
  const fresh = all.filter(({ before }) => before === undefined);
  if (fresh.length > 0) {
    const queued = fresh.map(({ delivery, publicID }) => rowOf(transaction, delivery, publicID));
    await insertRows(transaction.em, rowsFrom('delivery', await timed(transaction, queued)));
    transaction.signalAfterCommit(DELIVERIES_QUEUED);
  }
  return all.map(({ before, publicID }) => before ?? publicID);
}

async function alreadyQueued(em: EntityManager, dedupeKeys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (dedupeKeys.length === 0) return new Map();
  const known = await rows(em, sql`SELECT dedupeKey, publicID FROM delivery WHERE dedupeKey IN (${values(dedupeKeys)})`);
  return new Map(known.map(([dedupeKey, publicID]) => [dedupeKey as string, publicID as string]));
}

/** With the moments that their automation lets them be sent at. */
async function timed<M extends Pick<Delivery, 'kind' | 'automationID' | 'timeZone'>>(
  transaction: Transaction,
  messages: readonly M[],
): Promise<(M & Pick<Delivery, 'dueAt' | 'slot' | 'waitsFor'>)[]> {
  const limits = await lockLimits(
    transaction,
    messages.flatMap(({ automationID }) => automationID ?? []),
  );
  const times = sendingTimes(
    limits,
    messages.map((message) => ({ ...message, slot: null })),
    transaction.now,
  );
  await storeSlots(transaction, limits);
  return messages.map((message, index) => {
    const { at: dueAt, slot, waitsFor } = times[index]!;
    return { ...message, dueAt, slot, waitsFor };
  });
}

function rowOf({ caller, now }: Transaction, delivery: NewDelivery, publicID: string) {
  const { to, about, person, timeZone, webhook, ...content } = delivery;
  return {
    kind: content.kind,
    subject: content.subject,
    body: content.body,
    html: content.html,
    replyTo: content.replyTo,
    dedupeKey: content.dedupeKey,
    publicID,
    state: 'queued' as const,
    recipient: to,
    host: hostOf(content.kind, to),
    timeZone: timeZone ?? null,
    attempts: 0,
    createdDate: now,
    aboutType: about?.type,
    aboutID: about?.id,
    personType: person?.type,
    personID: person?.id,
    byID: caller.userID,
    automationID: caller.cause?.automationID ?? null,
    runID: caller.cause?.runID,
    webhookID: webhook?.id,
    changeSequence: webhook?.sequence,
    traceparent: caller.traceparent,
  };
}
