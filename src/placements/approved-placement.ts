import type { Transaction } from '../core/database';
import { rows } from '../core/database/rows';
import { entryOn } from '../core/lookups';
import { Conflict, type ProblemKind } from '../core/problems';
import { sql, Sql } from '../core/sql';
import { PlacementStatus } from '../core/terms/numbers';

const { Draft, Cancelled } = PlacementStatus;

/** No hours can be worked on a draft or cancelled placement. */
export class PlacementNotApproved extends Conflict {
  static override readonly kind: ProblemKind = {
    type: '/problems/placement-not-approved',
    status: 409,
    title: 'The placement is not approved',
    meaning: 'No hours can be worked on a placement that is a draft or cancelled.',
    remedy: 'Approve the placement first: POST /api/Placements/{id}/Approve.',
  };
}

const STATUS = new Sql(entryOn('placementStatus', 's', 'p.statusID'));

/** @throws PlacementNotApproved */
export async function mustBeApproved({ em }: Transaction, placementID: number): Promise<void> {
  const found = await rows(
    em,
    sql`SELECT s.name FROM placement p JOIN ${STATUS} WHERE p.id = ${placementID} AND p.statusID IN (${Draft}, ${Cancelled})`,
  );
  const status = found[0]?.[0] as string | undefined;
  if (status)
    throw new PlacementNotApproved(
      `Placement ${placementID} is ${status}: timesheets require a placement that is approved, started or ended.`,
    );
}
