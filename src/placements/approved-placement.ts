import type { Unit } from '../database';
import { rows } from '../database/rows';
import { Conflict } from '../http';
import { sql } from '../query';
import { PlacementStatus } from '../terms/numbers';

const { Draft, Cancelled } = PlacementStatus;

/** Nobody works by a placement that is a draft, or that was cancelled. */
export class PlacementNotApproved extends Conflict {
  override readonly type = '/problems/placement-not-approved';
  override readonly title = 'Nobody works by the placement';
}

/** @throws PlacementNotApproved */
export async function mustBeApproved({ em }: Unit, placementID: number): Promise<void> {
  const found = await rows(
    em,
    sql`SELECT s.name FROM placement p JOIN lookup s ON s.list = 'placementStatus' AND s.id = p.statusID WHERE p.id = ${placementID} AND p.statusID IN (${Draft}, ${Cancelled})`,
  );
  const status = found[0]?.[0] as string | undefined;
  if (status)
    throw new PlacementNotApproved(
      `The placement ${placementID} is ${status}: hours are for a placement that is approved, has started or has ended.`,
    );
}
