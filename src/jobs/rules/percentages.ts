import { InvalidRequest } from '../../core/problems';
import type { Job } from '../job.entity';

const PERCENTAGES = [
  'consultantPercentage1',
  'consultantPercentage2',
  'consultantPercentage3',
  'consultantPercentage4',
  'consultantPercentage5',
] as const;

/** Adds exactly: 2.2, 85.9 and 11.9 are 100, although in floating point they come to a little more. */
export function checkPercentages(job: Pick<Job, (typeof PERCENTAGES)[number]>): void {
  const sum = sumOf(PERCENTAGES.map((name) => job[name]));
  if (sum.digits > 100n * 10n ** sum.decimals)
    throw InvalidRequest.because([
      { pointer: '/consultantPercentage1', detail: `must keep the sum of the five percentages at 100 or less; it is ${format(sum)}` },
    ]);
}

/** The digits of a decimal number, and how many of them follow the decimal point. */
interface Decimal {
  readonly digits: bigint;
  readonly decimals: bigint;
}

function sumOf(numbers: readonly number[]): Decimal {
  const all = numbers.map(decimalOf);
  const decimals = all.reduce((maximum, each) => (each.decimals > maximum ? each.decimals : maximum), 0n);
  return { digits: all.reduce((sum, each) => sum + each.digits * 10n ** (decimals - each.decimals), 0n), decimals };
}

/** JavaScript writes very large and very small numbers with an exponent: 1.5e-7, 1e+21. */
function decimalOf(number: number): Decimal {
  const [mantissa = '0', exponent = '0'] = String(number).split('e');
  const [integer = '0', fraction = ''] = mantissa.split('.');
  const [digits, decimals] = [BigInt(integer + fraction), BigInt(fraction.length) - BigInt(Number(exponent))];
  return decimals < 0n ? { digits: digits * 10n ** -decimals, decimals: 0n } : { digits, decimals };
}

/** Drops trailing zeros: 101, not 101.0. */
function format({ digits, decimals }: Decimal): string {
  if (decimals === 0n) return String(digits);
  if (digits % 10n === 0n) return format({ digits: digits / 10n, decimals: decimals - 1n });
  const padded = String(digits).padStart(Number(decimals) + 1, '0');
  const point = padded.length - Number(decimals);
  return `${padded.slice(0, point)}.${padded.slice(point)}`;
}
