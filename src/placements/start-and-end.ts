import type { Transaction } from '../core/database';
import { rows } from '../core/database/rows';
import { sql, sqlMoment, type Sql } from '../core/sql';
import { change } from '../core/records';
import { PlacementStatus } from '../core/terms/numbers';
import { placements } from './placements.records';

const { Approved, Started, Ended } = PlacementStatus;
const BATCH_SIZE = 20;

/** Starts approved placements on their first day and ends placements after their last day. @returns whether there may be more */
export async function startAndEndPlacements(transaction: Transaction, today: Date): Promise<boolean> {
  const day = sqlMoment(today);
  const started = await move(transaction, sql`statusID = ${Approved} AND startDate <= ${day}`, Started);
  const ended = await move(transaction, sql`statusID IN (${Approved}, ${Started}) AND endDate < ${day}`, Ended);
  return started === BATCH_SIZE || ended === BATCH_SIZE;
}

async function move(transaction: Transaction, where: Sql, statusID: number): Promise<number> {
  const found = await rows(transaction.em, sql`SELECT id FROM placement WHERE deleted = 0 AND ${where} ORDER BY id LIMIT ${BATCH_SIZE}`);
  for (const [id] of found) await change(transaction, placements, id as number, { statusID });
  return found.length;
}
