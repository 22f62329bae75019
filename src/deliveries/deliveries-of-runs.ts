import type { View } from '../core/database';
import { rows } from '../core/database/rows';
import { sql, type Sql } from '../core/sql';
import type { DeliveryState } from './delivery.entity';

/** So many deliveries in a state; those that were sent, in a minute. */
export interface DeliveryCount {
  /** "2026-11-20 03:00", UTC: when they were sent, else queued. */
  readonly minute: string;
  readonly state: DeliveryState;
  readonly amount: number;
}

/** Counts the deliveries of some runs. @param runs a query of their ids */
export async function deliveriesOfRuns({ em }: View, runs: Sql): Promise<DeliveryCount[]> {
  const minute = sql`SUBSTR(COALESCE(sentDate, createdDate), 1, 16)`;
  const found = await rows(em, sql`SELECT ${minute}, state, COUNT(*) FROM delivery WHERE runID IN (${runs}) GROUP BY ${minute}, state`);
  return found.map(([at, state, amount]) => ({ minute: String(at), state: state as DeliveryState, amount: Number(amount) }));
}
