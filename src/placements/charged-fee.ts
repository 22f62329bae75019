import type { Transaction } from '../core/database';
import { Conflict } from '../core/problems';
import { PlacementStatus } from '../core/terms/numbers';
import { namesOfRuns, runsOfFee } from './live-runs';
import type { Placement } from './placement.entity';

/** What a fee in a run says, and by which accounts it is charged. */
const FIXED_FIELDS = ['feeAmount', 'typeID', 'candidateID', 'clientID'] as const;
const { Draft, Cancelled } = PlacementStatus;

/** A fee that is in a pay run or charge run stays what it is there, as long as that is not cancelled. @throws Conflict with the runs */
export async function refuseChangeOfChargedFee(transaction: Transaction, before: Placement, after: Placement): Promise<void> {
  if (before.id === undefined) return;
  const changed: string[] = FIXED_FIELDS.filter((name) => before[name] !== after[name]);
  if (before.statusID !== after.statusID && (after.statusID === Draft || after.statusID === Cancelled)) changed.push('statusID');
  if (before.deleted !== after.deleted && after.deleted) changed.push('deleted');
  if (changed.length === 0) return;
  const runs = await runsOfFee(transaction, before.id);
  if (!runs) return;
  const problem = new Conflict(
    `The fee of placement ${before.id} is in ${namesOfRuns(runs)}: its ${changed.join(', ')} can only be changed once it is in no run.`,
  );
  throw Object.assign(problem, { members: runs });
}
