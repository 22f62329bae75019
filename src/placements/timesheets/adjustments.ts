import type { Transaction } from '../../core/database';
import { numberOf, rows } from '../../core/database/rows';
import { roundToCents, sumOf } from '../../core/money';
import { Conflict, InvalidRequest } from '../../core/problems';
import { loadAll } from '../../core/records';
import { sql } from '../../core/sql';
import type { Timesheet } from './timesheet.entity';
import { isApproved } from './timesheet.transitions';
import { timesheets } from './timesheets.records';

/** A new adjustment belongs to the placement and the period of the timesheet that it corrects, which stays locked. */
export async function followAdjusted({ em }: Transaction, adjustment: Timesheet): Promise<void> {
  const [adjusted] = adjustment.adjustsID === null ? [] : await loadAll(em, timesheets, [adjustment.adjustsID]);
  if (!adjusted) return;
  adjustment.placementID ??= adjusted.placementID;
  adjustment.periodStart ??= adjusted.periodStart;
  adjustment.periodEnd ??= adjusted.periodEnd;
  refuseWrongAdjusted(adjusted);
  const other = (['placementID', 'periodStart', 'periodEnd'] as const).filter(
    (name) => adjustment[name]?.valueOf() !== adjusted[name]?.valueOf(),
  );
  if (other.length > 0)
    throw InvalidRequest.because(
      other.map((name) => ({ pointer: `/${name}`, detail: `must be that of timesheet ${adjusted.id}, or be omitted` })),
    );
}

/** @throws Conflict */
function refuseWrongAdjusted({ id, adjustsID, deleted, ...adjusted }: Timesheet): void {
  if (adjustsID !== null)
    throw new Conflict(`Timesheet ${id} is an adjustment of timesheet ${adjustsID}: make another adjustment of that one.`);
  if (deleted) throw new Conflict(`Timesheet ${id} is deleted: restore it before it is adjusted.`);
  if (!isApproved(adjusted))
    throw new Conflict(`Timesheet ${id} is not approved: change the timesheet itself (PUT /api/Timesheets/${id}).`);
}

/** @throws InvalidRequest, Conflict */
export async function checkAdjustments({ em }: Transaction, before: Timesheet, after: Timesheet): Promise<void> {
  if (before.id === undefined) return;
  if (before.adjustsID !== after.adjustsID)
    throw InvalidRequest.because([
      { pointer: '/adjustsID', detail: `must stay ${before.adjustsID ?? 0}: it is set when a timesheet is created` },
    ]);
  if (!isApproved(before) || isApproved(after)) return;
  const found = await rows(em, sql`SELECT id FROM timesheet WHERE adjustsID = ${after.id} AND deleted = 0 ORDER BY id`);
  const ids = found.map(([id]) => Number(id)).join(', ');
  if (found.length > 0)
    throw new Conflict(`Timesheet ${after.id} has been adjusted by ${ids}: delete these adjustments before it is reopened.`);
}

/** Without lines, only the sum tells whether too much is taken away. @throws InvalidRequest */
export async function refuseTakingTooMuch({ em }: Transaction, { id = 0, adjustsID, hours }: Timesheet): Promise<void> {
  if (adjustsID === null || hours >= 0) return;
  const rest = await numberOf(
    em,
    sql`SELECT SUM(hours) FROM timesheet WHERE (id = ${adjustsID} OR adjustsID = ${adjustsID}) AND id <> ${id} AND deleted = 0`,
  );
  if (roundToCents(sumOf([rest, hours])) < 0)
    throw InvalidRequest.because([
      { pointer: '/hours', detail: `must not take away more than the ${rest} hours of timesheet ${adjustsID} and its adjustments` },
    ]);
}
