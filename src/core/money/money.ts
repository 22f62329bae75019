import { Decimal } from 'decimal.js';

/** Exact for any sum and product of numbers that the API accepts as amounts, rates, quantities and percentages. */
const Exact = Decimal.clone({ precision: 400, rounding: Decimal.ROUND_HALF_UP });

/** A number as it is written, to be calculated with. */
export const exactly = (number: number): Decimal => new Exact(number);

/** The exact sum of numbers as they are written: 0.1 and 0.2 are 0.3. */
export const sumOf = (numbers: readonly number[]): Decimal => numbers.reduce((sum, each) => sum.plus(each), exactly(0));

/** The rounding rule of the service: to cents, half a cent away from zero. */
export const roundToCents = (amount: Decimal): number => amount.toDecimalPlaces(2).toNumber() + 0;

/** So many percent of an amount, to the cent. */
export const percentOf = (amount: number, percentage: number): number => roundToCents(exactly(amount).times(percentage).dividedBy(100));

/**
 * Splits an amount, rounded to cents, by weights that are not negative: the shares are in cents and sum to it exactly. A cent that is left
 * over goes to the share that rounding down has cost most, to the first of equal ones.
 */
export function split(amount: number, weights: readonly number[]): number[] {
  const cents = exactly(roundToCents(exactly(amount))).times(100);
  const whole = sumOf(weights);
  if (whole.isZero()) return weights.map(() => 0);
  const exact = weights.map((weight) => cents.abs().times(weight).dividedBy(whole));
  const shares = exact.map((share) => share.floor());
  const left = cents
    .abs()
    .minus(shares.reduce((sum, share) => sum.plus(share), exactly(0)))
    .toNumber();
  const byLoss = exact
    .map((share, index) => ({ index, loss: share.minus(shares[index]!) }))
    .sort((one, other) => other.loss.comparedTo(one.loss) || one.index - other.index);
  const raised = new Set(byLoss.slice(0, left).map(({ index }) => index));
  return shares.map((share, index) =>
    roundToCents(
      share
        .plus(raised.has(index) ? 1 : 0)
        .times(cents.isNegative() ? -1 : 1)
        .dividedBy(100),
    ),
  );
}
