import { convertRate, percentOf } from '../../core/money';
import { FeeType, RateUnit } from '../../core/terms/numbers';
import type { Job } from '../job.entity';

/** What the fee of a job follows from, if it is a percentage. */
type FeeTerms = Pick<Job, 'permFeePercentage' | 'salaryFrom' | 'salaryTo' | 'salaryUnits' | 'feeType' | 'hoursPerDay'>;

/** A fee is agreed as a percentage of the salary, unless the type of fee is another. */
export const isFeeOfSalary = ({ feeType, permFeePercentage }: FeeTerms): boolean =>
  permFeePercentage > 0 && (feeType === null || feeType === FeeType.PercentageOfSalary);

/**
 * The salary of a job per year, of a range the lower end: no less is paid, so it promises nothing that is not agreed.
 * @returns 0 without a salary, or where its unit does not tell
 */
export function yearlySalary({ salaryFrom, salaryTo, salaryUnits, hoursPerDay }: FeeTerms): number {
  const salary = [salaryFrom, salaryTo].find((each) => each > 0) ?? 0;
  return convertRate(salary, salaryUnits ?? RateUnit.Year, RateUnit.Year, hoursPerDay) ?? 0;
}

/** Sets the fee when the percentage or the salary changes, unless the body has it. Without either of them, an entered fee stays. */
export function followPercentage(before: FeeTerms, after: Job, body: Partial<Job>): void {
  if (body.permFeeAmount !== undefined || !isFeeOfSalary(after)) return;
  const salary = yearlySalary(after);
  const isSame = isFeeOfSalary(before) && before.permFeePercentage === after.permFeePercentage && yearlySalary(before) === salary;
  if (salary > 0 && !isSame) after.permFeeAmount = percentOf(salary, after.permFeePercentage);
}
