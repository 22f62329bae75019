import type { Transaction } from '../core/database';
import { rows } from '../core/database/rows';
import { Conflict } from '../core/problems';
import { Sql } from '../core/sql';
import { PlacementStatus } from '../core/terms/numbers';
import type { Placement } from './placement.entity';

/** What a fee in a pay run says, and by which accounts it is charged. */
const FIXED_FIELDS = ['feeAmount', 'typeID', 'candidateID', 'clientID'] as const;
const { Draft, Cancelled } = PlacementStatus;

/** A fee that is in a pay run stays what it is there, as long as the run is not cancelled. @throws Conflict with the run */
export async function refuseChangeOfChargedFee({ em, types }: Transaction, before: Placement, after: Placement): Promise<void> {
  if (before.id === undefined) return;
  const changed: string[] = FIXED_FIELDS.filter((name) => before[name] !== after[name]);
  if (before.statusID !== after.statusID && (after.statusID === Draft || after.statusID === Cancelled)) changed.push('statusID');
  if (before.deleted !== after.deleted && after.deleted) changed.push('deleted');
  if (changed.length === 0) return;
  const text = "SELECT l.payRunID FROM {PayRunLine} l WHERE l.placementID = ? AND l.kind = 'fee' AND {PayRunLine.live l} LIMIT 1";
  const [row] = await rows(em, new Sql(types.expand(text), [before.id]));
  if (!row) return;
  const payRunID = Number(row[0]);
  const problem = new Conflict(
    `The fee of placement ${before.id} is in pay run ${payRunID}: its ${changed.join(', ')} can only be changed once that is cancelled.`,
  );
  throw Object.assign(problem, { members: { payRunID } });
}
