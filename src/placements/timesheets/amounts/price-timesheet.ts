import type { KindRates } from '../../../core/lookups';
import type { Placement } from '../../placement.entity';
import type { Timesheet, TimesheetLine } from '../timesheet.entity';
import { ORDINARY, priceOf, sumOfAmounts, type Amounts, type Rates, type Work } from './price';

const UNSET = { pay: null, onCosts: null, charge: null, margin: null };

export const ratesOf = ({ payRate, onCosts, chargeRate, rateUnits, hoursPerDay }: Placement): Rates => ({
  payRate,
  onCostsRate: onCosts,
  chargeRate,
  rateUnits,
  hoursPerDay,
});

/** What is priced: the lines, or without any the hours of the timesheet. */
export const worksOf = (hours: number, lines: readonly TimesheetLine[]): readonly Work[] =>
  lines.length > 0 ? lines : [{ hours, days: 0, amount: 0 }];

/** Sets the rates and amounts of a timesheet and its lines. */
export function priceTimesheet(
  timesheet: Timesheet,
  lines: readonly TimesheetLine[],
  kinds: ReadonlyMap<number, KindRates>,
  rates: Rates,
): void {
  const amounts = worksOf(timesheet.hours, lines).map((work, index) =>
    priceOf(work, kinds.get(lines[index]?.rateKindID ?? 0) ?? ORDINARY, rates),
  );
  lines.forEach((line, index) => Object.assign(line, amounts[index]));
  Object.assign(timesheet, rates, totalsOf(sumOfAmounts(amounts)));
}

/** The amounts that are set. */
export const amountsOf = ({ totalPay, totalOnCosts, totalCharge, totalMargin }: Timesheet, lines: readonly TimesheetLine[]): number[] =>
  [
    ...[totalPay, totalOnCosts, totalCharge, totalMargin],
    ...lines.flatMap(({ pay, onCosts, charge, margin }) => [pay, onCosts, charge, margin]),
  ].filter((amount) => amount !== null);

/** An approval that is reversed fixes nothing. */
export function releaseAmounts(timesheet: Timesheet): void {
  for (const line of timesheet.preparedLines ?? []) Object.assign(line, UNSET);
  const rates = { payRate: null, onCostsRate: null, chargeRate: null, rateUnits: null, hoursPerDay: null };
  Object.assign(timesheet, rates, { purchaseOrder: null, currencyID: null }, totalsOf(UNSET));
}

const totalsOf = ({ pay, onCosts, charge, margin }: Amounts | typeof UNSET) => ({
  totalPay: pay,
  totalOnCosts: onCosts,
  totalCharge: charge,
  totalMargin: margin,
});
