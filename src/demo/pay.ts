import type { Job } from '../jobs';
import { RateUnit } from '../core/terms/numbers';
import type { Industry } from './industries';
import type { Random } from './random';

export const AUSTRALIAN_DOLLAR = 1;
const BY_SALARY = ['PERM', 'FTC'];

/** The pay of a job and what the client is charged. @param complete both rates and salary, whatever the type of job */
export function payOf({ pay: [low, high] }: Industry, type: string, random: Random, complete: boolean): Partial<Job> {
  const rate = complete ? 65 : random.step(low, high - 10, 0.5);
  const bySalary = BY_SALARY.includes(type);
  return {
    currencyID: AUSTRALIAN_DOLLAR,
    dealAmount: Math.round(rate * 370),
    remunerationComment: complete || random.chance(0.2) ? 'Rate negotiable for the right person' : null,
    ...(complete || !bySalary
      ? rates(rate, complete ? RateUnit.Hour : random.weighted<number>([RateUnit.Hour, 4], [RateUnit.Day, 1]))
      : {}),
    ...(complete || bySalary ? salary(rate, random) : {}),
  };
}

function rates(rate: number, unit: number): Partial<Job> {
  const per = (amount: number): number => Math.round(amount * (unit === RateUnit.Day ? 8 : 1) * 2) / 2;
  return {
    rateFrom: per(rate),
    rateTo: per(rate + 10),
    rateUnits: unit,
    chargeRateFrom: per(rate * 1.35),
    chargeRateTo: per((rate + 10) * 1.35),
    chargeRateUnits: unit,
    onCostsFrom: per(rate * 0.1),
    onCostsTo: per((rate + 10) * 0.1),
    onCostsUnits: unit,
  };
}

function salary(rate: number, random: Random): Partial<Job> {
  const from = Math.round(rate * 1.85) * 1000;
  const permFeePercentage = random.step(12, 22, 0.5);
  return {
    salaryFrom: from,
    salaryTo: from + random.step(5, 25, 5) * 1000,
    salaryUnits: RateUnit.Year,
    permFeePercentage,
    permFeeAmount: Math.round((from * permFeePercentage) / 100),
    feeType: random.weighted([1, 6], [2, 2], [3, 1]),
  };
}
