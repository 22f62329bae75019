import type { Transaction } from '../../../core/database';
import { Conflict, type ProblemKind } from '../../../core/problems';
import { loadAll } from '../../../core/records';
import type { Placement } from '../../placement.entity';
import { kindRates } from '../lines/prepare-lines';
import type { Timesheet } from '../timesheet.entity';
import { timesheets } from '../timesheets.records';
import { missingForPrice, type Rates } from './price';
import { priceTimesheet, ratesOf, worksOf } from './price-timesheet';

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
 * Fixes the rates and amounts of a timesheet that is approved: those of the placement as it is now, and for an adjustment those of the
 * timesheet that it corrects, so that what it takes away is what was paid.
 * @throws RatesIncomplete
 */
export async function fixAmounts(transaction: Transaction, timesheet: Timesheet, placement: Placement): Promise<void> {
  const { preparedLines: lines = [], hours } = timesheet;
  const rates = (await ratesOfAdjusted(transaction, timesheet)) ?? ratesOf(placement);
  const missing = missingForPrice(worksOf(hours, lines), rates);
  if (missing) throw new RatesIncomplete(`Placement ${placement.id} has no ${missing}: set it before its timesheets are approved.`);
  priceTimesheet(timesheet, lines, await kindRates(transaction), rates);
}

/** undefined for a timesheet that was approved before rates were fixed. */
async function ratesOfAdjusted({ em }: Transaction, { adjustsID }: Timesheet): Promise<Rates | undefined> {
  if (adjustsID === null) return undefined;
  const [adjusted] = await loadAll(em, timesheets, [adjustsID]);
  if (!adjusted || adjusted.payRate === null) return undefined;
  const { payRate, onCostsRate, chargeRate, rateUnits, hoursPerDay } = adjusted;
  return { payRate, onCostsRate: onCostsRate ?? 0, chargeRate: chargeRate ?? 0, rateUnits, hoursPerDay: hoursPerDay ?? 0 };
}
