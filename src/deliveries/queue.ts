import { randomUUID } from 'node:crypto';
import { In, type EntityManager } from 'typeorm';
import type { Transaction } from '../core/database';
import { Delivery } from './delivery.entity';
import { checkDelivery, type NewDelivery } from './new-delivery';

/** Sent after a commit that queued deliveries. */
export const DELIVERIES_QUEUED = 'deliveries queued';

/** Deliveries in one statement: texts may be long, and a statement holds so much. */
const BATCH = 100;

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
  const all = deliveries.map((delivery) => ({ delivery, before: known.get(delivery.dedupeKey ?? ''), publicID: randomUUID() }));
  const fresh = all.filter(({ before }) => before === undefined);
  for (let from = 0; from < fresh.length; from += BATCH)
    await insert(
      transaction,
      fresh.slice(from, from + BATCH).map(({ delivery, publicID }) => rowOf(transaction, delivery, publicID)),
    );
  if (fresh.length > 0) transaction.signalAfterCommit(DELIVERIES_QUEUED);
  return all.map(({ before, publicID }) => before ?? publicID);
}

async function alreadyQueued(em: EntityManager, dedupeKeys: readonly string[]): Promise<ReadonlyMap<string | null, string>> {
  if (dedupeKeys.length === 0) return new Map();
  const known = await em.find(Delivery, { where: { dedupeKey: In([...dedupeKeys]) }, select: { publicID: true, dedupeKey: true } });
  return new Map(known.map(({ dedupeKey, publicID }) => [dedupeKey, publicID]));
}

const insert = ({ em }: Transaction, rows: readonly Partial<Delivery>[]) =>
  em
    .createQueryBuilder()
    .insert()
    .into(Delivery)
    .values([...rows])
    .updateEntity(false)
    .execute();

function rowOf({ caller, now }: Transaction, { to, about, person, ...content }: NewDelivery, publicID: string): Partial<Delivery> {
  return {
    ...content,
    publicID,
    state: 'queued',
    recipient: to,
    attempts: 0,
    dueAt: now,
    createdDate: now,
    aboutType: about?.type,
    aboutID: about?.id,
    personType: person?.type,
    personID: person?.id,
    byID: caller.userID,
    automationID: caller.cause?.automationID,
    runID: caller.cause?.runID,
  };
}
