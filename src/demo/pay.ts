import type { Job } from '../jobs';
import { Unit } from '../terms/numbers';
import type { Industry } from './industries';
import type { Random } from './random';

const AUSTRALIAN_DOLLAR = 1;
const BY_SALARY = ['PERM', 'FTC'];

/** What a job pays and what the client is charged; `whole`: rates and salary both. */
export function payOf({ pay: [low, high] }: Industry, type: string, random: Random, whole: boolean): Partial<Job> {
  const rate = whole ? 65 : random.step(low, high - 10, 0.5);
  const bySalary = BY_SALARY.includes(type);
  return {
    currencyID: AUSTRALIAN_DOLLAR,
    dealAmount: Math.round(rate * 370),
    remunerationComment: whole || random.chance(0.2) ? 'Rate negotiable for the right person' : null,
    ...(whole || !bySalary ? rates(rate, whole ? Unit.Hour : random.weighted<number>([Unit.Hour, 4], [Unit.Day, 1])) : {}),
    ...(whole || bySalary ? salary(rate, random) : {}),
  };
}

function rates(rate: number, unit: number): Partial<Job> {
  const per = (amount: number): number => Math.round(amount * (unit === Unit.Day ? 8 : 1) * 2) / 2;
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
    salaryUnits: Unit.Year,
    permFeePercentage,
    permFeeAmount: Math.round((from * permFeePercentage) / 100),
    feeType: random.weighted([1, 6], [2, 2], [3, 1]),
  };
}
