import { In, type FindOptionsWhere } from 'typeorm';
import type { Transaction } from '../core/database';
import { Delivery, DELIVERY_LENGTHS } from './delivery.entity';

/** States in which a delivery waits for an attempt. */
export const WAITING = ['queued', 'failed'] as const;

/** @param reason a sentence @returns how many deliveries were cancelled */
export async function cancel({ em }: Transaction, which: FindOptionsWhere<Delivery>, reason: string): Promise<number> {
  const lastError = reason.slice(0, DELIVERY_LENGTHS.error);
  const { affected = 0 } = await em.update(Delivery, which, { state: 'cancelled', dueAt: null, leaseID: null, lastError });
  return affected;
}

/** The same of those that wait for an attempt. One statement: what is read before may be claimed and sent before it is cancelled. */
export const cancelWaiting = (
  transaction: Transaction,
  which: Pick<FindOptionsWhere<Delivery>, 'publicID' | 'runID' | 'webhookID'>,
  reason: string,
): Promise<number> => cancel(transaction, { ...which, state: In([...WAITING]) }, reason);

/** Cancels what a run has queued and has not been sent. @returns how many deliveries were cancelled */
export const cancelDeliveriesOfRun = (transaction: Transaction, runID: number, reason: string): Promise<number> =>
  cancelWaiting(transaction, { runID }, reason);
