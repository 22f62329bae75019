import type { Transaction } from '../../../core/database';
import { rows } from '../../../core/database/rows';
import type { Problem } from '../../../core/problems';
import type { RecordChange, Refusals } from '../../../core/records';
import { sql } from '../../../core/sql';
import type { Timesheet } from '../timesheet.entity';
import { written } from './placement-calendar';
import { TimesheetExists } from './set-period';

/** What no two timesheets have in common: the placement and the first day; none of adjustments and of deleted ones. */
export const periodKeyOf = ({ placementID, periodStart, adjustsID, deleted }: Partial<Timesheet>): string | null =>
  deleted || adjustsID || !placementID || !periodStart ? null : `${placementID} ${written(periodStart)}`;

/** Sets the unique keys of the periods that change. @returns TimesheetExists for those that another timesheet has */
export async function claimPeriods({ em }: Transaction, changes: readonly RecordChange<Timesheet>[]): Promise<Refusals> {
  const refused = new Map<Timesheet, Problem>();
  for (const { before, after } of changes) {
    const key = periodKeyOf(after);
    if (before.id !== undefined && key === periodKeyOf(before)) continue;
    after.periodKey = key;
    const [row] = key === null ? [] : await rows(em, sql`SELECT id FROM timesheet WHERE periodKey = ${key} AND id <> ${after.id ?? 0}`);
    if (!row || !after.periodStart || !after.placementID) continue;
    const period = { id: Number(row[0]), start: after.periodStart, end: after.periodEnd ?? after.periodStart };
    refused.set(after, new TimesheetExists(after.placementID, period));
  }
  return refused;
}
