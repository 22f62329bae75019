import { Unit } from '../terms/numbers';
import type { Placement } from './placement.entity';

/** Working days in a period. */
const DAYS: Readonly<Record<number, number>> = { [Unit.Day]: 1, [Unit.Week]: 5, [Unit.Month]: 21.75, [Unit.Year]: 260 };

/** Sets the figures of a placement that follow from its other fields. */
export function placementFigures(placement: Placement): void {
  placement.dailyMargin = dailyMargin(placement);
}

/** Charge less pay and on-costs, per day, to the cent; 0 when the unit of the rates, or the hours of hourly ones, are not known. */
export function dailyMargin({ chargeRate, payRate, onCosts, rateUnits, hoursPerDay }: Partial<Placement>): number {
  const margin = (chargeRate ?? 0) - (payRate ?? 0) - (onCosts ?? 0);
  const days = DAYS[rateUnits ?? 0];
  const perDay = rateUnits === Unit.Hour ? margin * (hoursPerDay ?? 0) : days ? margin / days : 0;
  return Math.round(perDay * 100) / 100;
}
