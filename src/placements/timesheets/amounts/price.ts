import { exactly, perDay, roundToCents, sumOf } from '../../../core/money';
import type { KindRates } from '../../../core/lookups';
import { RateUnit } from '../../../core/terms/numbers';

/** What work is paid and charged with. */
export interface Rates {
  readonly payRate: number;
  readonly onCostsRate: number;
  readonly chargeRate: number;
  readonly rateUnits: number | null;
  readonly hoursPerDay: number;
}

/** Work of one kind, in hours; some of it in days. */
export interface Work {
  readonly hours: number;
  readonly days: number;
  readonly amount: number;
}

/** Amounts in cents. */
export interface Amounts {
  readonly pay: number;
  readonly onCosts: number;
  readonly charge: number;
  readonly margin: number;
}

/** Hours that nobody has given a kind. */
export const ORDINARY: KindRates = { payMultiplier: 1, chargeMultiplier: 1, amount: null };

/**
 * What work comes to, each amount rounded to cents. An amount of money is paid and charged as it is; hours and days at the rates, times the
 * multipliers of their kind, the on-costs like the pay.
 */
export function priceOf(work: Work, { payMultiplier, chargeMultiplier }: KindRates, rates: Rates): Amounts {
  if (payMultiplier === null) return withMargin({ pay: work.amount, onCosts: 0, charge: work.amount });
  const at = (rate: number, times: number): number => (rate === 0 ? 0 : timesQuantity(rate, times, work, rates));
  return withMargin({
    pay: at(rates.payRate, payMultiplier),
    onCosts: at(rates.onCostsRate, payMultiplier),
    charge: at(rates.chargeRate, chargeMultiplier ?? payMultiplier),
  });
}

/** The sum of amounts that have been rounded. */
export const sumOfAmounts = (all: readonly Amounts[]): Amounts => {
  const sum = (name: keyof Amounts): number => roundToCents(sumOf(all.map((each) => each[name])));
  return { pay: sum('pay'), onCosts: sum('onCosts'), charge: sum('charge'), margin: sum('margin') };
};

/** Why work cannot be priced: what the placement lacks; undefined if it can. */
export function missingForPrice(works: readonly Work[], rates: Rates): 'rateUnits' | 'hoursPerDay' | undefined {
  const { payRate, onCostsRate, chargeRate, rateUnits, hoursPerDay } = rates;
  if (payRate === 0 && onCostsRate === 0 && chargeRate === 0) return undefined;
  if (rateUnits === null) return 'rateUnits';
  const isInDays = rateUnits !== RateUnit.Hour && works.some(({ hours, days }) => hours !== 0 && days === 0);
  return isInDays && hoursPerDay === 0 ? 'hoursPerDay' : undefined;
}

function timesQuantity(rate: number, times: number, { hours, days }: Work, { rateUnits, hoursPerDay }: Rates): number {
  if (rateUnits === RateUnit.Hour) return roundToCents(exactly(rate).times(times).times(hours));
  const daily = perDay(rate, rateUnits, hoursPerDay) ?? exactly(rate);
  const quantity = days !== 0 ? exactly(days) : exactly(hours).dividedBy(hoursPerDay || 1);
  return roundToCents(daily.times(times).times(quantity));
}

const withMargin = (amounts: Omit<Amounts, 'margin'>): Amounts => ({
  ...amounts,
  margin: roundToCents(sumOf([amounts.charge, -amounts.pay, -amounts.onCosts])),
});
