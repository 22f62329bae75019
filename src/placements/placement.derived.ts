import { exactly, perDay, roundToCents, sumOf } from '../core/money';
import type { Placement } from './placement.entity';

type Terms = Pick<Placement, 'chargeRate' | 'payRate' | 'onCosts' | 'rateUnits' | 'hoursPerDay'>;
type DailyFigures = Pick<Placement, 'dailyCharge' | 'dailyPay' | 'dailyOnCosts' | 'dailyMargin' | 'marginPercentage'>;

/**
 * What a placement comes to per day, and what its margin consists of: each part is rounded to cents, and the margin is what remains, so
 * that they add up. All 0 without a rate unit, or without hoursPerDay for hourly rates.
 */
export function dailyFigures({ chargeRate, payRate, onCosts, rateUnits, hoursPerDay }: Partial<Terms>): DailyFigures {
  const cents = (rate = 0): number => roundToCents(perDay(rate, rateUnits, hoursPerDay) ?? exactly(0));
  const [dailyCharge, dailyPay, dailyOnCosts] = [cents(chargeRate), cents(payRate), cents(onCosts)];
  const dailyMargin = roundToCents(sumOf([dailyCharge, -dailyPay, -dailyOnCosts]));
  const marginPercentage = dailyCharge === 0 ? 0 : roundToCents(exactly(dailyMargin).times(100).dividedBy(dailyCharge));
  return { dailyCharge, dailyPay, dailyOnCosts, dailyMargin, marginPercentage };
}

/** Sets the daily figures of a placement. */
export function setPlacementFigures(placement: Placement): void {
  Object.assign(placement, dailyFigures(placement));
}
