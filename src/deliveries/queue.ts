import { randomUUID } from 'node:crypto';
import { In, type EntityManager } from 'typeorm';
import type { Unit } from '../database';
import { Delivery } from './delivery.entity';
import { checkDelivery, type NewDelivery } from './new-delivery';
import { wakeSenders } from './sending/wake';

/** Deliveries in one statement: texts may be long, and a statement holds so much. */
const BATCH = 100;

/**
 * Queues a delivery in the unit of work that wants it sent: it leaves after the commit, at least once, and not at all when
 * the unit fails.
 * @returns its id: Message-ID, webhook-id and idempotency key of every attempt
 * @throws InvalidRequest for what cannot be sent
 */
export async function queueDelivery(unit: Unit, delivery: NewDelivery): Promise<string> {
  const [id = ''] = await queueDeliveries(unit, [delivery]);
  return id;
}

/** The same of many, none of which is the same as another one of them. @returns their ids, in the same order @throws InvalidRequest */
export async function queueDeliveries(unit: Unit, deliveries: readonly NewDelivery[]): Promise<string[]> {
  deliveries.forEach(checkDelivery);
  const known = await queuedBefore(
    unit.em,
    deliveries.flatMap(({ dedupeKey }) => dedupeKey ?? []),
  );
  const all = deliveries.map((delivery) => ({ delivery, before: known.get(delivery.dedupeKey ?? ''), publicID: randomUUID() }));
  const fresh = all.filter(({ before }) => before === undefined);
  for (let from = 0; from < fresh.length; from += BATCH)
    await insert(
      unit,
      fresh.slice(from, from + BATCH).map(({ delivery, publicID }) => rowOf(unit, delivery, publicID)),
    );
  if (fresh.length > 0) unit.afterCommit(wakeSenders);
  return all.map(({ before, publicID }) => before ?? publicID);
}

async function queuedBefore(em: EntityManager, dedupeKeys: readonly string[]): Promise<ReadonlyMap<string | null, string>> {
  if (dedupeKeys.length === 0) return new Map();
  const known = await em.find(Delivery, { where: { dedupeKey: In([...dedupeKeys]) }, select: { publicID: true, dedupeKey: true } });
  return new Map(known.map(({ dedupeKey, publicID }) => [dedupeKey, publicID]));
}

const insert = ({ em }: Unit, rows: readonly Partial<Delivery>[]) =>
  em
    .createQueryBuilder()
    .insert()
    .into(Delivery)
    .values([...rows])
    .updateEntity(false)
    .execute();

function rowOf({ caller, now }: Unit, { to, about, person, ...said }: NewDelivery, publicID: string): Partial<Delivery> {
  return {
    ...said,
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
