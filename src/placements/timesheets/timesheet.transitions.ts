import { ForbiddenTransition, type Transitions } from '../../core/records';
import { Conflict } from '../../core/problems';
import { TimesheetStatus } from '../../core/terms/numbers';
import type { Timesheet } from './timesheet.entity';

const { Open, Submitted, Approved, Rejected, Paid } = TimesheetStatus;

/** A submitted or rejected timesheet can be opened again, and so can an approved one until it is paid. */
export const TIMESHEET_TRANSITIONS: Transitions<'statusID'> = {
  field: 'statusID',
  list: 'timesheetStatus',
  allowed: {
    [Open]: [Submitted],
    [Submitted]: [Open, Approved, Rejected],
    [Approved]: [Open, Paid],
    [Rejected]: [Open, Submitted],
    [Paid]: [],
  },
};

/** Approved or paid: what it says is what is paid and charged. */
export const isApproved = ({ statusID }: Pick<Timesheet, 'statusID'>): boolean => statusID === Approved || statusID === Paid;

/**
 * Why the approval of a timesheet can no longer be reversed; undefined as long as it can. Whatever else pays timesheets than their status
 * gives its reason here.
 */
export const payLockOf = ({ statusID }: Timesheet): string | undefined => (statusID === Paid ? 'that is a final state' : undefined);

/** How an approved timesheet is corrected. */
export const correctionOf = (timesheet: Timesheet): string =>
  payLockOf(timesheet) === undefined
    ? `Reopen it first: POST /api/Timesheets/${timesheet.id}/Reopen.`
    : `Correct it by another timesheet: POST /api/Timesheets/${timesheet.id}/Adjustments.`;

/** @throws ForbiddenTransition when an approval would be reversed that can no longer be */
export function refuseReversal(before: Timesheet, after: Timesheet): void {
  const lock = payLockOf(before);
  if (lock === undefined || after.statusID !== Open) return;
  const status = before.statusID === Paid ? 'Paid' : 'Approved';
  throw new ForbiddenTransition(`The timesheet ${before.id} is ${status} and cannot become Open: ${lock}. ${correctionOf(before)}`);
}

/** @throws Conflict for an approved one */
export function refuseDeletion(before: Timesheet, after: Timesheet): void {
  if (after.deleted && !before.deleted && isApproved(before))
    throw new Conflict(`Timesheet ${before.id} is approved and cannot be deleted. ${correctionOf(before)}`);
}
