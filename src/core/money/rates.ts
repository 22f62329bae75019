import type { Decimal } from 'decimal.js';
import { RateUnit } from '../terms/numbers';
import { exactly, roundToCents } from './money';

/** Working days per unit of a rate. */
const WORKING_DAYS: Readonly<Record<number, number>> = {
  [RateUnit.Day]: 1,
  [RateUnit.Week]: 5,
  [RateUnit.Month]: 21.75,
  [RateUnit.Year]: 260,
};

/** What a rate comes to in a working day; undefined without a unit, or without the hours per day for hourly rates. */
export function perDay(rate: number, unit: number | null | undefined, hoursPerDay: number | undefined): Decimal | undefined {
  if (unit === RateUnit.Hour) return hoursPerDay ? exactly(rate).times(hoursPerDay) : undefined;
  const days = WORKING_DAYS[unit ?? 0];
  return days === undefined ? undefined : exactly(rate).dividedBy(days);
}

/** A rate in another unit, to the cent; the same unit leaves it as it is. @returns undefined where one of the units does not tell */
export function convertRate(rate: number, from: number | null, to: number | null, hoursPerDay: number): number | undefined {
  if (from === to) return rate;
  const daily = perDay(rate, from, hoursPerDay);
  if (!daily) return undefined;
  if (to === RateUnit.Hour) return hoursPerDay ? roundToCents(daily.dividedBy(hoursPerDay)) : undefined;
  const days = WORKING_DAYS[to ?? 0];
  return days === undefined ? undefined : roundToCents(daily.times(days));
}
