import { In } from 'typeorm';
import type { Transaction } from '../core/database';
import { Delivery } from './delivery.entity';
import { cancel } from './sending/still-wanted';

/** States in which a delivery waits for an attempt. */
export const WAITING = ['queued', 'failed'] as const;

/** Cancels what a run has queued and has not been sent. @returns how many deliveries were cancelled */
export async function cancelDeliveriesOfRun(transaction: Transaction, runID: number, reason: string): Promise<number> {
  const waiting = await transaction.em.find(Delivery, { where: { runID, state: In([...WAITING]) }, select: { id: true } });
  if (waiting.length > 0)
    await cancel(
      transaction,
      waiting.map(({ id }) => Number(id)),
      reason,
    );
  return waiting.length;
}
