import { sumOf } from '../../core/money';
import { InvalidRequest } from '../../core/problems';
import { touches } from '../../core/records';
import type { Job } from '../job.entity';

const NUMBERS = [1, 2, 3, 4, 5] as const;
const PERCENTAGES = NUMBERS.map((number) => `consultantPercentage${number}` as const);

/** A consultant of a job, and their part in it. */
interface Part {
  readonly consultantID: number;
  readonly percentage: number;
}

/** The consultants of a job in their order, with their percentages. */
export const consultantsOf = (job: Job): Part[] =>
  NUMBERS.flatMap((number) => {
    const consultantID = job[`consultantID${number}`];
    return consultantID ? [{ consultantID, percentage: job[`consultantPercentage${number}`] }] : [];
  });

type Shares = Pick<Job, (typeof PERCENTAGES)[number]>;

/** Adds exactly: 2.2, 85.9 and 11.9 are 100, although in floating point they come to a little more. */
export function checkPercentages(before: Shares, after: Shares): void {
  if (!touches(before, after, ...PERCENTAGES)) return;
  const sum = sumOf(PERCENTAGES.map((name) => after[name]));
  if (sum.greaterThan(100))
    throw InvalidRequest.because([
      { pointer: '/consultantPercentage1', detail: `must keep the sum of the five percentages at 100 or less; it is ${sum.toFixed()}` },
    ]);
}
