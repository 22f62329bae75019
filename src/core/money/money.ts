import { Decimal } from 'decimal.js';

/** Exact for any sum and product of numbers that the API accepts as amounts, rates, quantities and percentages. */
const Exact = Decimal.clone({ precision: 400, rounding: Decimal.ROUND_HALF_UP });

/** The exact sum of numbers as they are written: 0.1 and 0.2 are 0.3. */
export const sumOf = (numbers: readonly number[]): Decimal => numbers.reduce((sum, each) => sum.plus(each), new Exact(0));

/** The rounding rule of the service: to cents, half a cent away from zero. */
export const roundToCents = (amount: Decimal): number => amount.toDecimalPlaces(2).toNumber() + 0;
