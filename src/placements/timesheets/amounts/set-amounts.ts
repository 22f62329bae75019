import type { Transaction } from '../../../core/database';
import { isAmount } from '../../../core/fields/value-rules';
import { Conflict, type ProblemKind } from '../../../core/problems';
import { loadAll } from '../../../core/records';
import { jobs } from '../../../jobs';
import type { Placement } from '../../placement.entity';
import { AMOUNT } from '../../../core/sql/columns';
import { adjustedBy } from '../adjustments';
import { kindRates } from '../lines/prepare-lines';
import type { Timesheet } from '../timesheet.entity';
import { missingForPrice, type Rates } from './price';
import { amountsOf, priceTimesheet, ratesOf, worksOf } from './price-timesheet';

/** Work cannot be paid before the placement says at what rate. */
export class RatesIncomplete extends Conflict {
  static override readonly kind: ProblemKind = {
    type: '/problems/rates-incomplete',
    status: 409,
    title: 'The rates of the placement are incomplete',
    meaning: 'The timesheet cannot be approved, since the placement does not say at what rate its hours are paid.',
    remedy: 'Set the rates that the detail names with PUT /api/Placements/{id}, then approve the timesheet.',
  };
}

/**
 * Fixes the rates, amounts, currency and purchase order of a timesheet that is approved: those of the placement as it is now, and for an
 * adjustment those of the timesheet that it corrects, so that what it takes away is what was paid and charged.
 * @throws RatesIncomplete; Conflict for amounts with more digits than are stored exactly
 */
export async function fixAmounts(transaction: Transaction, timesheet: Timesheet, placement: Placement): Promise<void> {
  const { preparedLines: lines = [], hours } = timesheet;
  const adjusted = await adjustedBy(transaction, timesheet);
  const rates = adjusted ? ratesIn(adjusted) : ratesOf(placement);
  const missing = missingForPrice(worksOf(hours, lines), rates);
  if (missing) throw new RatesIncomplete(`Placement ${placement.id} has no ${missing}: set it before its timesheets are approved.`);
  priceTimesheet(timesheet, lines, await kindRates(transaction), rates);
  // the amounts themselves are not for everybody who approves
  if (!amountsOf(timesheet, lines).every((amount) => isAmount(amount)))
    throw new Conflict(
      `Timesheet ${timesheet.id} would come to more than ${AMOUNT.most}: correct its hours, or the rates of placement ${placement.id}, first.`,
    );
  timesheet.purchaseOrder = (adjusted ?? placement).purchaseOrder;
  timesheet.currencyID = adjusted ? adjusted.currencyID : await currencyOf(transaction, placement);
}

async function currencyOf({ em }: Transaction, { jobID }: Placement): Promise<number | null> {
  const [job] = jobID === null ? [] : await loadAll(em, jobs, [jobID]);
  return job?.currencyID ?? null;
}

const ratesIn = ({ payRate, onCostsRate, chargeRate, rateUnits, hoursPerDay }: Timesheet): Rates => ({
  payRate: payRate ?? 0,
  onCostsRate: onCostsRate ?? 0,
  chargeRate: chargeRate ?? 0,
  rateUnits,
  hoursPerDay: hoursPerDay ?? 0,
});
