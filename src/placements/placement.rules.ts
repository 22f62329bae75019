import { mirror } from '../activities';
import { isPayFrequencyDisabled } from '../configuration';
import type { Settings } from '../core/config';
import type { Transaction } from '../core/database';
import type { RuledType } from '../core/fields/record-types';
import { InvalidRequest } from '../core/problems';
import { updateFilled, mustBeOpen } from '../jobs';
import { linkApplication, refuseRestoredAlone, syncPlacedStage, syncWithApplication } from '../pipeline';
import { checkTransition, different, requireFields, requireStorable, ruledBy, type ChangeOptions, type Rules } from '../core/records';
import { PlacementStatus } from '../core/terms/numbers';
import { dayIn } from '../core/time/day';
import { refuseChangeOfChargedFee } from './charged-fee';
import { saveCredits, withCredits } from './credits/credits';
import { setLastDay } from './ending-change';
import { agreeWithClients } from './guards/active-clients';
import { checkPlacement, timeTaken } from './guards/placement-guards';
import { applyJobDefaults } from './job-defaults';
import { feeOf, givenIn } from './job-terms';
import { mustMeetChecklist } from './meets-checklist';
import { isApproved, isLive, PLACEMENT_TRANSITIONS } from './placement.transitions';
import { setPlacementFigures } from './placement.derived';
import type { Placement } from './placement.entity';
import { placementMirror } from './placement.mirror';
import { placements } from './placements.records';
import { refuseChangeUnderTimesheets, updateTimesheets } from './timesheets/follow-placement';

const { Draft } = PlacementStatus;

const rules: Rules<Placement> = {
  async setDefaults(transaction, placement) {
    await linkApplication(transaction, placement);
    if (placement.jobID !== null) await mustBeOpen(transaction, placement.jobID);
    placement.statusID ??= Draft;
    placement.ownerID ??= transaction.caller.userID;
  },
  claims: (before, after) => different(before.id === undefined ? null : timeTaken(before), timeTaken(after)),
  beforeSave: agreeWithClients,
  saveParts: (transaction, after, _, before) => saveCredits(transaction, before, after),
  completeResponses: withCredits,
  async afterSave(transaction, before, after) {
    await mirror(transaction, placementMirror(after));
    await updateApplications(transaction, before, after);
    await updateJobs(transaction, before, after);
    await updateTimesheets(transaction, before, after);
  },
};

/** Checklists and last days follow the calendar of the firm. */
export const placementRules = ({ timeZone }: Settings): RuledType =>
  ruledBy(placements, {
    ...rules,
    async prepare(transaction, before, after, how, body) {
      const today = dayIn(transaction.now, timeZone);
      setLastDay(before, after, today);
      await prepare(transaction, before, after, how, body);
      await mustMeetChecklist(transaction, before, after, today);
    },
  });

async function prepare(
  transaction: Transaction,
  before: Placement,
  after: Placement,
  how: ChangeOptions,
  body: Partial<Placement>,
): Promise<void> {
  const isNew = before.id === undefined;
  if (!isNew) await syncWithApplication(transaction, before, after);
  requireFields(placements, before, after);
  await refuseRestoredAlone(transaction, before, after);
  if (isNew) await applyJobDefaults(transaction, after, givenIn(body));
  else if (after.jobID !== null && before.jobID !== after.jobID) await mustBeOpen(transaction, after.jobID);
  await checkTransition(transaction, placements, PLACEMENT_TRANSITIONS, before, after);
  if (before.payFrequencyID !== after.payFrequencyID) await refuseDisabledPayFrequency(transaction, after);
  if (before.startDate !== after.startDate || before.endDate !== after.endDate) refuseEndBeforeStart(after);
  await refuseChangeUnderTimesheets(transaction, before, after);
  if (isEarlier(after.startDate, before.startDate)) after.timesheetsTo = undefined;
  if (before.statusID !== after.statusID) stampApproval(transaction, after);
  if (!isNew && body.feeAmount === undefined) followPercentage(before, after);
  await refuseChangeOfChargedFee(transaction, before, after);
  setPlacementFigures(after);
  requireStorable(after, CAUSES);
  await checkPlacement(transaction, before, after, how);
}

/** What must be lower for a computed amount to be so. */
const CAUSES = {
  dailyCharge: 'chargeRate',
  dailyPay: 'payRate',
  dailyOnCosts: 'onCosts',
  dailyMargin: 'onCosts',
  marginPercentage: 'payRate',
  salary: 'salary',
  feeAmount: 'feePercentage',
  chargeRate: 'chargeRate',
  payRate: 'payRate',
  onCosts: 'onCosts',
} as const;

/** A fee that is a percentage of the salary changes with either of them. */
function followPercentage(before: Placement, after: Placement): void {
  if (before.feePercentage !== after.feePercentage || before.salary !== after.salary) after.feeAmount = feeOf(after) ?? after.feeAmount;
}

const isEarlier = (one: Date | undefined, other: Date | undefined): boolean => one !== undefined && other !== undefined && one < other;

async function refuseDisabledPayFrequency({ em }: Transaction, { payFrequencyID }: Placement): Promise<void> {
  if (payFrequencyID && (await isPayFrequencyDisabled(em, payFrequencyID)))
    throw InvalidRequest.because([{ pointer: '/payFrequencyID', detail: 'must be an enabled pay frequency' }]);
}

function refuseEndBeforeStart({ startDate, endDate }: Placement): void {
  if (startDate && endDate && endDate < startDate)
    throw InvalidRequest.because([
      { pointer: '/endDate', detail: `must not be before startDate, ${startDate.toISOString().slice(0, 10)}` },
    ]);
}

function stampApproval({ now }: Transaction, placement: Placement): void {
  if (isApproved(placement)) placement.approvedDate ??= now;
  if (placement.statusID === Draft) placement.approvedDate = undefined;
}

/** Keeps the stage of the application in line with its placements. */
async function updateApplications(transaction: Transaction, before: Placement, after: Placement): Promise<void> {
  if (isLive(before) === isLive(after) && before.applicationID === after.applicationID) return;
  for (const id of distinctIDs(before.applicationID, after.applicationID)) await syncPlacedStage(transaction, id);
}

/** Updates whether the job is filled. */
async function updateJobs(transaction: Transaction, before: Placement, after: Placement): Promise<void> {
  if (before.statusID === after.statusID && before.deleted === after.deleted && before.jobID === after.jobID) return;
  for (const id of distinctIDs(before.jobID, after.jobID)) await updateFilled(transaction, id);
}

const distinctIDs = (...ids: (number | null)[]): number[] =>
  [...new Set(ids)].filter((id) => id !== null).sort((one, other) => one - other);
