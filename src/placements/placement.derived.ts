import { roundToCents, sumOf } from '../core/money';
import { RateUnit } from '../core/terms/numbers';
import type { Placement } from './placement.entity';

/** Working days per rate unit. */
export const WORKING_DAYS: Readonly<Record<number, number>> = {
  [RateUnit.Day]: 1,
  [RateUnit.Week]: 5,
  [RateUnit.Month]: 21.75,
  [RateUnit.Year]: 260,
};

/** Sets the daily margin of a placement. */
export function setPlacementFigures(placement: Placement): void {
  placement.dailyMargin = dailyMargin(placement);
}

/** Charge rate less pay rate and on-costs, per day, rounded to cents; 0 without a rate unit, or without hoursPerDay for hourly rates. */
export function dailyMargin({ chargeRate, payRate, onCosts, rateUnits, hoursPerDay }: Partial<Placement>): number {
  const margin = sumOf([chargeRate ?? 0, -(payRate ?? 0), -(onCosts ?? 0)]);
  if (rateUnits === RateUnit.Hour) return roundToCents(margin.times(hoursPerDay ?? 0));
  const days = WORKING_DAYS[rateUnits ?? 0];
  return days ? roundToCents(margin.dividedBy(days)) : 0;
}
