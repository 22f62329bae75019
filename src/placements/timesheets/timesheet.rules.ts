import { requireScopes } from '../../core/callers';
import type { Settings } from '../../core/config';
import type { Transaction } from '../../core/database';
import { Conflict, InvalidRequest } from '../../core/problems';
import { checkTransition, load, requireFields, touches, type ChangeOptions, type Rules } from '../../core/records';
import { PlacementType, TimesheetStatus } from '../../core/terms/numbers';
import { dayIn } from '../../core/time/day';
import { mustBeApproved } from '../approved-placement';
import type { Placement } from '../placement.entity';
import { placements } from '../placements.records';
import { checkAdjustments, followAdjusted, refuseTakingTooMuch } from './adjustments';
import { releaseAmounts } from './amounts/price-timesheet';
import { fixAmounts } from './amounts/set-amounts';
import { setDueDate } from './due-date';
import { checkLines, checkStoredWork, isSameWork, linesOf, setHours, type WorkBody } from './lines/prepare-lines';
import { loadLines, saveLines, withLines } from './lines/stored-lines';
import { claimPeriods } from './periods/claim-period';
import { cutPeriod, forgetPeriod, setPeriod, type DayOfPeriod } from './periods/set-period';
import type { Timesheet } from './timesheet.entity';
import {
  correctionOf,
  isApproved,
  runLockOf,
  refuseDeletion,
  refusePaymentBesideRun,
  refuseReversal,
  TIMESHEET_TRANSITIONS,
} from './timesheet.transitions';
import { timesheets } from './timesheets.records';

const { Open, Submitted, Approved, Rejected, Paid } = TimesheetStatus;

/** The fields that pay depends on: fixed after approval. */
const PAY_FIELDS = ['placementID', 'periodStart', 'periodEnd', 'hours'] as const;

/** The rules of timesheets. Today is a day in the time zone of the firm. */
export class TimesheetRules {
  constructor(private readonly settings: Pick<Settings, 'timeZone'>) {}

  get rules(): Rules<Timesheet> {
    return {
      async setDefaults(transaction, timesheet) {
        timesheet.statusID ??= Open;
        await followAdjusted(transaction, timesheet);
      },
      // whether a period is free, and how many hours a day has, is only known once the timesheet before is stored
      claims: (before, after) => [
        ...(isPeriodTouched(before, after) ? ['periods'] : []),
        // how many hours adjustments may take away depends on the others
        `adjustments of ${after.adjustsID ?? after.id}`,
      ],
      prepare: (transaction, before, after, how, body) => this.prepare(transaction, before, after, how, body),
      beforeSave: (transaction, changes) => claimPeriods(transaction, changes),
      saveParts: ({ em }, after) => saveLines(em, after),
      completeResponses: withLines,
      addedToResponses: ['lines'],
    };
  }

  private async prepare(transaction: Transaction, before: Timesheet, after: Timesheet, _: ChangeOptions, body: WorkBody): Promise<void> {
    requireFields(timesheets, before, after);
    await refuseReversal(transaction, before, after);
    await checkTransition(transaction, timesheets, TIMESHEET_TRANSITIONS, before, after);
    await refuseDeletion(transaction, before, after);
    await refusePaymentBesideRun(transaction, before, after);
    if (after.statusID === Paid && before.statusID !== Paid) requireScopes(transaction.caller, ['pay'], 'Marking a timesheet as paid');
    await checkAdjustments(transaction, before, after);
    if (after.placementID !== null) await this.followPlacement(transaction, before, after, body);
    if (before.statusID !== after.statusID) stampTransition(transaction, after);
    await setDueDate(transaction, before, after, this.today(transaction));
  }

  private async followPlacement(transaction: Transaction, before: Timesheet, after: Timesheet, body: WorkBody): Promise<void> {
    const { em } = transaction;
    const placement = await load(em, placements, after.placementID!);
    await setCandidate(transaction, before, after, placement);
    const stored = before.id === undefined ? [] : await loadLines(em, before.id);
    after.preparedLines = linesOf(body, stored);
    const hasOtherWork = !isSameWork(after.preparedLines, stored);
    await refuseChangeOfApproved(transaction, before, after, hasOtherWork);
    const isApproval = isApproved(after) && !isApproved(before);
    if (isApproval) refuseApproval(after, placement);
    if (isRestoredAsItWas(before, after)) forgetPeriod(after, placement);
    await this.placeInPeriod(transaction, before, after, placement, hasOtherWork);
    setHours(before, after, body, stored.length > 0);
    await refuseTakingTooMuch(transaction, { before, after, stored });
    if (isApproval) await fixAmounts(transaction, after, placement);
    if (isApproved(before) && !isApproved(after)) reverseApproval(after, placement);
  }

  /** A period that nobody touches stays as it is, as do the lines in it. */
  private async placeInPeriod(
    transaction: Transaction,
    before: Timesheet,
    after: Timesheet,
    placement: Placement,
    hasOtherWork: boolean,
  ): Promise<void> {
    const isMoved = isPeriodTouched(before, after) || (hasOtherWork && !after.periodStart);
    if (isMoved && !after.deleted && after.adjustsID === null)
      await setPeriod(transaction, after, placement, dayOfPeriod(after, this.lastDay(transaction, placement)));
    if (hasOtherWork || isMoved) await checkLines(transaction, after, placement, !hasOtherWork);
    else if (before.candidateID !== after.candidateID || (isApproved(after) && !isApproved(before)))
      await checkStoredWork(transaction, after, placement);
  }

  /** Today, if that is a day of the placement, else its first or last one. */
  private lastDay(transaction: Transaction, { startDate, endDate }: Placement): Date {
    const today = this.today(transaction);
    if (endDate && endDate < today) return endDate;
    return startDate && startDate > today ? startDate : today;
  }

  private today({ now }: Transaction): Date {
    return dayIn(now, this.settings.timeZone);
  }
}

/** Restored without another period or placement, and not approved. */
const isRestoredAsItWas = (before: Timesheet, after: Timesheet): boolean =>
  isRestored(before, after) && after.adjustsID === null && !touches(before, after, 'placementID', 'periodStart', 'periodEnd');

const isRestored = (before: Timesheet, after: Timesheet): boolean => before.deleted && !after.deleted && !isApproved(after);

const isPeriodTouched = (before: Timesheet, after: Timesheet): boolean =>
  before.id === undefined ||
  before.placementID !== after.placementID ||
  before.periodStart?.getTime() !== after.periodStart?.getTime() ||
  before.periodEnd?.getTime() !== after.periodEnd?.getTime() ||
  (before.deleted && !after.deleted && after.periodStart !== undefined);

/** The day of the first line, or the one given. */
function dayOfPeriod({ preparedLines: lines = [] }: Timesheet, otherwise: Date): DayOfPeriod {
  const index = lines.findIndex(({ day }) => day !== undefined);
  return index < 0 ? { day: otherwise, pointer: '/periodStart' } : { day: lines[index]!.day!, pointer: `/lines/${index}/day` };
}

/** Sets the candidate from the placement. @throws InvalidRequest when it is not the placement's, PlacementNotApproved */
async function setCandidate(transaction: Transaction, before: Timesheet, after: Timesheet, placement: Placement): Promise<void> {
  const isMoved = before.placementID !== after.placementID;
  const isSame = before.candidateID === after.candidateID;
  // while it was deleted, it did not follow its placement
  if (!isMoved && !isRestored(before, after) && isSame) return;
  if (isMoved && after.adjustsID === null) await refusePlacement(transaction, placement);
  const { candidateID } = placement;
  if (after.candidateID === null || isSame) after.candidateID = candidateID;
  if (after.candidateID !== candidateID)
    throw InvalidRequest.because([
      { pointer: '/candidateID', detail: `must be ${candidateID ?? 0} as in placement ${placement.id}, or be omitted` },
    ]);
}

async function refusePlacement(transaction: Transaction, placement: Placement): Promise<void> {
  await mustBeApproved(transaction, placement.id);
  const unpaid = unpaidPlacement(placement);
  if (unpaid) throw InvalidRequest.because([{ pointer: '/placementID', detail: `must not be ${unpaid}` }]);
}

/** A placement of which no work is paid, and what to do; undefined for any other. */
function unpaidPlacement({ id, typeID, deleted }: Placement): string | undefined {
  if (deleted) return `a deleted placement: restore placement ${id} first`;
  return typeID === PlacementType.Permanent ? 'a permanent placement: these have no timesheets' : undefined;
}

/** What the placement became after the timesheet was made. Adjustments correct what has been paid all the same. @throws Conflict */
function refuseApproval({ id, adjustsID }: Timesheet, placement: Placement): void {
  const unpaid = adjustsID === null ? unpaidPlacement(placement) : undefined;
  if (unpaid) throw new Conflict(`Timesheet ${id} cannot be approved, as it is of ${unpaid}.`);
}

/** While it was approved, it kept its amounts, and its period whatever became of the placement. */
function reverseApproval(timesheet: Timesheet, placement: Placement): void {
  releaseAmounts(timesheet);
  cutPeriod(timesheet, placement);
}

/** Unless the approval is reversed at the same time. */
async function refuseChangeOfApproved(transaction: Transaction, before: Timesheet, after: Timesheet, hasOtherWork: boolean): Promise<void> {
  if (!isApproved(before) || !isApproved(after)) return;
  const changed: string[] = PAY_FIELDS.filter((field) => before[field]?.valueOf() !== after[field]?.valueOf());
  if (hasOtherWork) changed.push('lines');
  if (changed.length === 0) return;
  const correction = correctionOf(before, await runLockOf(transaction, before));
  throw new Conflict(`Timesheet ${before.id} is approved: its ${changed.join(', ')} can no longer be changed. ${correction}`);
}

function stampTransition({ now }: Transaction, timesheet: Timesheet): void {
  const { statusID } = timesheet;
  if (statusID === Submitted) timesheet.submittedDate = now;
  if (statusID === Approved || statusID === Rejected) timesheet.decidedDate = now;
  if (statusID === Open || statusID === Submitted) timesheet.decidedDate = undefined;
  if (statusID === Open) timesheet.submittedDate = undefined;
}
