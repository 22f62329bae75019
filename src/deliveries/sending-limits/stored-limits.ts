import { In } from 'typeorm';
import type { Transaction } from '../../core/database';
import { rows } from '../../core/database/rows';
import { sql, Sql, values } from '../../core/sql';
import { FOR_UPDATE } from '../../core/sql/dialect';
import { Delivery, DELIVERY_KINDS, type DeliveryKind } from '../delivery.entity';
import { DELIVERIES_QUEUED } from '../signal';
import type { SendingLimit } from './sending-limit';
import { SendingLimitRow } from './sending-limit.entity';

/** What the messages of an automation keep to, by channel. */
export type SendingLimits = Readonly<Partial<Record<DeliveryKind, SendingLimit>>>;

/** A limit with the first moment that no message has been promised yet. */
export interface StoredLimit {
  readonly limit: SendingLimit;
  nextSlot: Date | null;
}

export const limitKey = (automationID: number | null, kind: DeliveryKind): string => `${automationID}/${kind}`;

/** Sets what the messages of an automation keep to. Those that wait already follow at once. */
export async function setSendingLimits(transaction: Transaction, automationID: number, limits: SendingLimits): Promise<void> {
  const { em } = transaction;
  const stored = await lockLimits(transaction, [automationID]);
  for (const kind of DELIVERY_KINDS) {
    const [before, after] = [stored.get(limitKey(automationID, kind))?.limit, limits[kind]];
    if (JSON.stringify(before) === JSON.stringify(after)) continue;
    if (after)
      await em.upsert(SendingLimitRow, { automationID, kind, definition: JSON.stringify(after), nextSlot: null }, ['automationID', 'kind']);
    else await em.delete(SendingLimitRow, { automationID, kind });
    await lookAgain(transaction, automationID, kind);
  }
}

/** Those of some automations, by {@link limitKey}: locked in the order of their keys, so that slots are promised once. */
export async function lockLimits({ em }: Transaction, automationIDs: readonly number[]): Promise<Map<string, StoredLimit>> {
  if (automationIDs.length === 0) return new Map();
  const found = await rows(
    em,
    sql`SELECT automationID, kind, definition, nextSlot FROM sending_limit WHERE automationID IN (${values([...new Set(automationIDs)])}) ORDER BY automationID, kind${new Sql(FOR_UPDATE)}`,
  );
  return new Map(
    found.map(([automationID, kind, definition, nextSlot]) => [
      limitKey(automationID as number, kind as DeliveryKind),
      { limit: JSON.parse(definition as string) as SendingLimit, nextSlot: nextSlot === null ? null : new Date(`${nextSlot as string}Z`) },
    ]),
  );
}

async function lookAgain(transaction: Transaction, automationID: number, kind: DeliveryKind): Promise<void> {
  const { affected } = await transaction.em.update(
    Delivery,
    { automationID, kind, state: In(['queued', 'failed']), waitsFor: In(['window', 'rate']) },
    { dueAt: transaction.now, slot: null, waitsFor: null },
  );
  if (affected) transaction.signalAfterCommit(DELIVERIES_QUEUED);
}
