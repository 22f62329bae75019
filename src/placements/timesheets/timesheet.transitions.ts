import type { Transaction } from '../../core/database';
import { numberOf, rows } from '../../core/database/rows';
import { ForbiddenTransition, type Transitions } from '../../core/records';
import { Conflict } from '../../core/problems';
import { Sql } from '../../core/sql';
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

/** Whether an approval can no longer be reversed, and why. */
export interface PayLock {
  readonly reason: string;
  /** The pay run that it is in. */
  readonly payRunID?: number;
}

/** undefined as long as an approval can be reversed: until the timesheet is paid, or in a pay run that is not cancelled. */
export async function payLockOf({ em, types }: Transaction, { id, statusID }: Timesheet): Promise<PayLock | undefined> {
  if (statusID === Paid) return { reason: 'that is a final state' };
  const text = 'SELECT l.payRunID FROM {PayRunLine} l WHERE l.timesheetID = ? AND {PayRunLine.live l} LIMIT 1';
  const [row] = await rows(em, new Sql(types.expand(text), [id]));
  return row && { reason: `it is in pay run ${Number(row[0])}`, payRunID: Number(row[0]) };
}

/** How an approved timesheet is corrected. */
export const correctionOf = ({ id }: Timesheet, lock: PayLock | undefined): string =>
  lock === undefined
    ? `Reopen it first: POST /api/Timesheets/${id}/Reopen.`
    : `Correct it by another timesheet: POST /api/Timesheets/${id}/Adjustments.`;

/** @throws ForbiddenTransition when an approval would be reversed that can no longer be */
export async function refuseReversal(transaction: Transaction, before: Timesheet, after: Timesheet): Promise<void> {
  if (!isApproved(before) || after.statusID !== Open) return;
  const lock = await payLockOf(transaction, before);
  if (lock === undefined) return;
  const status = before.statusID === Paid ? 'Paid' : 'Approved';
  throw lockedBy(lock, `The timesheet ${before.id} is ${status} and cannot become Open: ${lock.reason}. ${correctionOf(before, lock)}`);
}

/** What is in a pay run is paid by completing that. @throws ForbiddenTransition */
export async function refusePaymentBesideRun(transaction: Transaction, before: Timesheet, after: Timesheet): Promise<void> {
  if (before.statusID !== Approved || after.statusID !== Paid) return;
  const lock = await payLockOf(transaction, before);
  if (lock?.payRunID === undefined || (await isCompleted(transaction, lock.payRunID))) return;
  const advice = `Complete that: POST /api/PayRuns/${lock.payRunID}/Complete.`;
  throw lockedBy(lock, `The timesheet ${before.id} is Approved and cannot become Paid by itself: ${lock.reason}. ${advice}`);
}

async function isCompleted({ em, types }: Transaction, payRunID: number): Promise<boolean> {
  const text = 'SELECT COUNT(*) FROM {PayRun} pr WHERE pr.id = ? AND {PayRun.completed pr}';
  return (await numberOf(em, new Sql(types.expand(text), [payRunID]))) > 0;
}

function lockedBy({ payRunID }: PayLock, detail: string): ForbiddenTransition {
  const problem = new ForbiddenTransition(detail);
  return payRunID === undefined ? problem : Object.assign(problem, { members: { payRunID } });
}

/** @throws Conflict for an approved one */
export async function refuseDeletion(transaction: Transaction, before: Timesheet, after: Timesheet): Promise<void> {
  if (!after.deleted || before.deleted || !isApproved(before)) return;
  const correction = correctionOf(before, await payLockOf(transaction, before));
  throw new Conflict(`Timesheet ${before.id} is approved and cannot be deleted. ${correction}`);
}
