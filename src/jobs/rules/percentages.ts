import { sumOf } from '../../core/money';
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
  if (sum.greaterThan(100))
    throw InvalidRequest.because([
      { pointer: '/consultantPercentage1', detail: `must keep the sum of the five percentages at 100 or less; it is ${sum.toFixed()}` },
    ]);
}
