import type { Transaction } from '../../../core/database';
import { checkDelivery, queueDeliveries, type NewDelivery } from '../../../deliveries';
import type { RecordAndTarget } from './action-context';
import { forEach } from './one-or-many';

/** Queues a delivery for each record. @returns their ids, in that order @throws FailedRecords with those that cannot be sent */
export function queueForEach<S extends RecordAndTarget>(
  transaction: Transaction,
  subjects: readonly S[],
  deliveryOf: (subject: S) => NewDelivery,
): Promise<string[]> {
  const deliveries = forEach(subjects, (subject) => {
    const delivery = deliveryOf(subject);
    checkDelivery(delivery);
    return delivery;
  });
  return queueDeliveries(transaction, deliveries);
}
