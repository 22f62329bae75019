import type { Transaction } from '../core/database';
import { rows } from '../core/database/rows';
import { entryOn } from '../core/lookups';
import { Conflict } from '../core/problems';
import { sql, Sql } from '../core/sql';
import { PlacementStatus } from '../core/terms/numbers';

const { Draft, Cancelled } = PlacementStatus;

/** No hours can be worked on a draft or cancelled placement. */
export class PlacementNotApproved extends Conflict {
  override readonly type = '/problems/placement-not-approved';
  override readonly title = 'The placement is not approved';
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
