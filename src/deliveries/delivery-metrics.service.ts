import { Injectable } from '@nestjs/common';
import { backlog, DatabaseMetrics, readingsOf, type Reading, type View } from '../core/database';
import { Metrics, type CounterDeclaration } from '../core/metrics';
import { sql } from '../core/sql';
import { DELIVERY_KINDS, type DeliveryState } from './delivery.entity';

/** One attempt each. Waiting for the next attempt, a delivery has failed; without one, it is dead. */
export const ATTEMPTS: CounterDeclaration<'channel' | 'outcome'> = {
  name: 'delivery_attempts_total',
  help: 'Attempts to send a message, by channel and outcome; dead: there is no further attempt.',
  labels: { channel: DELIVERY_KINDS, outcome: ['sent', 'failed', 'dead'] },
};

const PENDING: readonly DeliveryState[] = ['queued', 'sending', 'failed'];
const DELIVERIES = { name: 'deliveries', help: 'Messages that have not arrived yet; failed: to be tried again.', labels: ['state'] };
const AGE = {
  name: 'deliveries_oldest_age_seconds',
  help: 'How long ago the oldest message that has not arrived yet was queued.',
  labels: ['state'],
};

/** What has to be sent, and has been. */
@Injectable()
export class DeliveryMetrics {
  constructor(database: DatabaseMetrics, metrics: Metrics) {
    metrics.declare(ATTEMPTS);
    database.add(pending);
  }
}

async function pending(view: View): Promise<Reading[]> {
  const readings: Reading[] = [];
  for (const state of PENDING) {
    const waiting = await backlog(view, sql`FROM delivery WHERE state = ${state}`, sql`createdDate`, sql`id`);
    readings.push(...readingsOf(waiting, [DELIVERIES, AGE], { state }));
  }
  return readings;
}
