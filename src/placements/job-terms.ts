import { convertRate, percentOf } from '../core/money';
import { FeeType, PlacementType } from '../core/terms/numbers';
import { isFeeOfSalary, yearlySalary, type Job } from '../jobs';
import type { Placement } from './placement.entity';

/** Has the body given a field of the new placement? A 0 counts: nothing is charged, say. */
export type IsGiven = (field: keyof Placement) => boolean;

export const givenIn =
  (body: Partial<Record<keyof Placement, unknown>>): IsGiven =>
  (field) =>
    body[field] !== undefined && body[field] !== null;

/** Fills what a new placement leaves open of pay, charge and fee from its job. */
export function applyJobTerms(placement: Placement, job: Job, isGiven: IsGiven): void {
  const isPermanent = placement.typeID === PlacementType.Permanent;
  // whoever is paid a salary has no rates
  if (!isPermanent && (!isGiven('salary') || isGiven('payRate'))) applyRates(placement, job, isGiven);
  if (isPermanent && job.feeType !== FeeType.NoFee) applyFee(placement, job, isGiven);
  else if (!isGiven('feeAmount')) placement.feeAmount = feeOf(placement) ?? placement.feeAmount;
}

/**
 * The rates at the lower end of the job's ranges, to which the client has agreed in any case, or at the upper end for whoever is paid as
 * much as the job pays at most: the ends of the ranges belong together. All in the unit of the pay rate.
 */
function applyRates(placement: Placement, job: Job, isGiven: IsGiven): void {
  const { rateUnits = null, chargeRateUnits = null, onCostsUnits = null } = job;
  placement.rateUnits ??= rateUnits ?? chargeRateUnits ?? onCostsUnits;
  const inUnit = (rate: number | null, unit: number | null): number =>
    Math.max(convertRate(rate ?? 0, unit ?? rateUnits ?? placement.rateUnits, placement.rateUnits, placement.hoursPerDay) ?? 0, 0);
  const most = inUnit(job.rateTo, rateUnits);
  const isAtUpperEnd = isGiven('payRate') && most > 0 && placement.payRate >= most;
  const endOf = (from: number | null, to: number | null): number | null => (isAtUpperEnd ? to || from : from || to);
  if (!isGiven('payRate')) placement.payRate = inUnit(endOf(job.rateFrom, job.rateTo), rateUnits);
  if (!isGiven('chargeRate')) placement.chargeRate = inUnit(endOf(job.chargeRateFrom, job.chargeRateTo), chargeRateUnits);
  if (!isGiven('onCosts')) placement.onCosts = inUnit(endOf(job.onCostsFrom, job.onCostsTo), onCostsUnits);
}

/** The fee of the job; where salary or percentage differ from the job's, what they come to. */
function applyFee(placement: Placement, job: Job, isGiven: IsGiven): void {
  const [salary, percentage] = [yearlySalary(job), isFeeOfSalary(job) ? job.permFeePercentage : 0];
  if (!isGiven('salary')) placement.salary = salary;
  if (isGiven('feeAmount')) return;
  if (!isGiven('feePercentage')) placement.feePercentage = percentage;
  const isAsInJob = placement.salary === salary && placement.feePercentage === percentage;
  const agreed = Math.max(job.permFeeAmount ?? 0, 0);
  placement.feeAmount = (isAsInJob && agreed) || (feeOf(placement) ?? agreed);
}

/** What the percentage of the salary comes to; undefined without one of them. */
export const feeOf = ({ salary, feePercentage }: Pick<Placement, 'salary' | 'feePercentage'>): number | undefined =>
  salary > 0 && feePercentage > 0 ? percentOf(salary, feePercentage) : undefined;
