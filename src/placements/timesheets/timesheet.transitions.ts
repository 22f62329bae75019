import type { Transaction } from '../../core/database';
import { numberOf } from '../../core/database/rows';
import { ForbiddenTransition, type Transitions } from '../../core/records';
import { Conflict } from '../../core/problems';
import { Sql } from '../../core/sql';
import { TimesheetStatus } from '../../core/terms/numbers';
import { namesOfRuns, runsOfTimesheet, type LiveRuns } from '../live-runs';
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

/** Why an approval can no longer be reversed. */
export interface RunLock {
  readonly reason: string;
  readonly runs: LiveRuns;
}

/** undefined as long as an approval can be reversed: until the timesheet is paid, or in a run that is not cancelled. */
export async function runLockOf(transaction: Transaction, { id, statusID }: Timesheet): Promise<RunLock | undefined> {
  if (statusID === Paid) return { reason: 'that is a final state', runs: {} };
  const runs = await runsOfTimesheet(transaction, id);
  return runs && { reason: `it is in ${namesOfRuns(runs)}`, runs };
}

/** How an approved timesheet is corrected. */
export const correctionOf = ({ id }: Timesheet, lock: RunLock | undefined): string =>
  lock === undefined
    ? `Reopen it first: POST /api/Timesheets/${id}/Reopen.`
    : `Correct it by another timesheet: POST /api/Timesheets/${id}/Adjustments.`;

/** @throws ForbiddenTransition when an approval would be reversed that can no longer be */
export async function refuseReversal(transaction: Transaction, before: Timesheet, after: Timesheet): Promise<void> {
  if (!isApproved(before) || after.statusID !== Open) return;
  const lock = await runLockOf(transaction, before);
  if (lock === undefined) return;
  const status = before.statusID === Paid ? 'Paid' : 'Approved';
  throw lockedBy(lock, `The timesheet ${before.id} is ${status} and cannot become Open: ${lock.reason}. ${correctionOf(before, lock)}`);
}

/** What is in a pay run is paid by completing that. @throws ForbiddenTransition */
export async function refusePaymentBesideRun(transaction: Transaction, before: Timesheet, after: Timesheet): Promise<void> {
  if (before.statusID !== Approved || after.statusID !== Paid) return;
  const { payRunID } = (await runsOfTimesheet(transaction, before.id)) ?? {};
  if (payRunID === undefined || (await isCompleted(transaction, payRunID))) return;
  const lock = { reason: `it is in ${namesOfRuns({ payRunID })}`, runs: { payRunID } };
  const advice = `Complete that: POST /api/PayRuns/${payRunID}/Complete.`;
  throw lockedBy(lock, `The timesheet ${before.id} is Approved and cannot become Paid by itself: ${lock.reason}. ${advice}`);
}

async function isCompleted({ em, types }: Transaction, payRunID: number): Promise<boolean> {
  const text = 'SELECT COUNT(*) FROM {PayRun} pr WHERE pr.id = ? AND {PayRun.completed pr}';
  return (await numberOf(em, new Sql(types.expand(text), [payRunID]))) > 0;
}

const lockedBy = ({ runs }: RunLock, detail: string): ForbiddenTransition =>
  Object.assign(new ForbiddenTransition(detail), { members: runs });

/** @throws Conflict for an approved one */
export async function refuseDeletion(transaction: Transaction, before: Timesheet, after: Timesheet): Promise<void> {
  if (!after.deleted || before.deleted || !isApproved(before)) return;
  const correction = correctionOf(before, await runLockOf(transaction, before));
  throw new Conflict(`Timesheet ${before.id} is approved and cannot be deleted. ${correction}`);
}
