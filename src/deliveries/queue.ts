import { randomUUID } from 'node:crypto';
import type { Unit } from '../database';
import { Delivery } from './delivery.entity';
import { checkDelivery, type NewDelivery } from './new-delivery';
import { wakeSenders } from './wake';

/**
 * Queues a delivery in the unit of work that wants it sent: it leaves after the commit, at least once, and not at all when
 * the unit fails.
 * @returns its id: Message-ID, webhook-id and idempotency key of every attempt
 * @throws InvalidRequest for what cannot be sent
 */
export async function queueDelivery(unit: Unit, delivery: NewDelivery): Promise<string> {
  checkDelivery(delivery);
  return (await queuedBefore(unit, delivery)) ?? queued(unit, delivery);
}

async function queuedBefore({ em }: Unit, { dedupeKey }: NewDelivery): Promise<string | undefined> {
  if (dedupeKey === undefined) return undefined;
  const known = await em.findOne(Delivery, { where: { dedupeKey }, select: { publicID: true } });
  return known?.publicID;
}

async function queued(unit: Unit, { to, about, person, ...said }: NewDelivery): Promise<string> {
  const { em, caller, now } = unit;
  const publicID = randomUUID();
  await em.insert(Delivery, {
    ...said, publicID, state: 'queued', recipient: to, attempts: 0, dueAt: now, createdDate: now,
    aboutType: about?.type, aboutID: about?.id, personType: person?.type, personID: person?.id,
    byID: caller.userID, automationID: caller.cause?.automationID, runID: caller.cause?.runID,
  });
  unit.afterCommit(wakeSenders);
  return publicID;
}
