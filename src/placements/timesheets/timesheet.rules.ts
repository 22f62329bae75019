import type { Transaction } from '../../core/database';
import { rows } from '../../core/database/rows';
import { Conflict, InvalidRequest } from '../../core/problems';
import { sql } from '../../core/sql';
import { checkTransition, requireFields, ruledBy, type Transitions } from '../../core/records';
import { TimesheetStatus } from '../../core/terms/numbers';
import { mustBeApproved } from '../approved-placement';
import type { Timesheet } from './timesheet.entity';
import { timesheets } from './timesheets.records';

const { Open, Submitted, Approved, Rejected, Paid } = TimesheetStatus;

/** A submitted timesheet can be reopened, a rejected one corrected, an approved one only paid. */
export const TIMESHEET_TRANSITIONS: Transitions<'statusID'> = {
  field: 'statusID',
  list: 'timesheetStatus',
  allowed: { [Open]: [Submitted], [Submitted]: [Open, Approved, Rejected], [Approved]: [Paid], [Rejected]: [Open, Submitted], [Paid]: [] },
};
/** The fields that pay depends on: fixed after approval. */
const PAY_FIELDS = ['placementID', 'periodStart', 'periodEnd', 'hours'] as const;

export const timesheetRules = ruledBy(timesheets, {
  setDefaults(_, timesheet) {
    timesheet.statusID ??= Open;
  },
  async prepare(transaction, before, after) {
    await followPlacement(transaction, before, after);
    requireFields(before, after, 'placementID');
    refuseEndBeforeStart(after);
    await checkTransition(transaction, timesheets, TIMESHEET_TRANSITIONS, before, after);
    refuseChangeOfApproved(before, after);
    if (before.statusID !== after.statusID) stampTransition(transaction, after);
  },
});

/** Sets the candidate from the placement. @throws InvalidRequest when it is not the placement's, PlacementNotApproved */
async function followPlacement(transaction: Transaction, before: Timesheet, after: Timesheet): Promise<void> {
  const isMoved = before.placementID !== after.placementID;
  if (after.placementID === null || (!isMoved && before.candidateID === after.candidateID)) return;
  if (isMoved) await mustBeApproved(transaction, after.placementID);
  const [row] = await rows(transaction.em, sql`SELECT candidateID FROM placement WHERE id = ${after.placementID}`);
  const candidateID = (row?.[0] ?? null) as number | null;
  if (isMoved && before.candidateID === after.candidateID) after.candidateID = candidateID;
  if (after.candidateID !== candidateID)
    throw InvalidRequest.because([
      { pointer: '/candidateID', detail: `must be ${candidateID ?? 0} as in placement ${after.placementID}, or be omitted` },
    ]);
}

function refuseEndBeforeStart({ periodStart, periodEnd }: Timesheet): void {
  if (periodStart && periodEnd && periodEnd < periodStart)
    throw InvalidRequest.because([{ pointer: '/periodEnd', detail: 'must not be before periodStart' }]);
}

function refuseChangeOfApproved(before: Timesheet, after: Timesheet): void {
  if (before.statusID !== Approved && before.statusID !== Paid) return;
  const changed = PAY_FIELDS.filter((field) => before[field]?.valueOf() !== after[field]?.valueOf());
  if (changed.length > 0) throw new Conflict(`Timesheet ${before.id} is approved: its ${changed.join(', ')} can no longer be changed.`);
}

function stampTransition({ now }: Transaction, timesheet: Timesheet): void {
  const { statusID } = timesheet;
  if (statusID === Submitted) timesheet.submittedDate = now;
  if (statusID === Approved || statusID === Rejected) timesheet.decidedDate = now;
  if (statusID === Open || statusID === Submitted) timesheet.decidedDate = undefined;
  if (statusID === Open) timesheet.submittedDate = undefined;
}
