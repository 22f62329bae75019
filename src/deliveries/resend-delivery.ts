import { In } from 'typeorm';
import { audit } from '../core/changes';
import type { Transaction } from '../core/database';
import { Conflict } from '../core/problems';
import { Delivery, type DeliveryState } from './delivery.entity';
import { DELIVERIES_QUEUED } from './signal';

/** Sends a delivery again, from the first attempt on and under the same id, if it is in one of these states. @throws Conflict */
export async function resendDelivery(
  transaction: Transaction,
  { id, publicID, recipient }: Pick<Delivery, 'id' | 'publicID' | 'recipient'>,
  from: readonly DeliveryState[],
): Promise<void> {
  if (recipient === '') throw new Conflict('The delivery is empty, since the person that it was about has been erased.');
  const { affected } = await transaction.em.update(
    Delivery,
    { publicID, state: In([...from]) },
    { state: 'queued', attempts: 0, dueAt: transaction.now, slot: null, waitsFor: null },
  );
  if (!affected) return;
  await audit(transaction, { type: 'Delivery', recordID: Number(id), action: 'resent', fields: { publicID: [publicID, publicID] } });
  transaction.signalAfterCommit(DELIVERIES_QUEUED);
}
