import { InvalidRequest, type ValidationError } from '../../core/problems';
import { rangeErrors, touches } from '../../core/records';
import type { Job } from '../job.entity';

export const CONTACT_FIELDS = ['contact1ID', 'contact2ID', 'contact3ID', 'contact4ID'] as const;

const RANGES = [
  ['rateFrom', 'rateTo'],
  ['chargeRateFrom', 'chargeRateTo'],
  ['onCostsFrom', 'onCostsTo'],
  ['salaryFrom', 'salaryTo'],
  ['startDate', 'endDate'],
] as const;

/** The consultants of a job, each with the percentage that is credited. */
export const SHARES = [
  ['consultantID1', 'consultantPercentage1'],
  ['consultantID2', 'consultantPercentage2'],
  ['consultantID3', 'consultantPercentage3'],
  ['consultantID4', 'consultantPercentage4'],
  ['consultantID5', 'consultantPercentage5'],
] as const;

/** @throws InvalidRequest for what no job can be, in the fields that the change writes */
export function refuseImpossible(before: Job, after: Job): void {
  const errors = [...rangeErrors(before, after, RANGES), ...sharesOfNobody(before, after), ...contactsTwice(before, after)];
  if (errors.length > 0) throw InvalidRequest.because(errors);
}

const sharesOfNobody = (before: Job, after: Job): ValidationError[] =>
  SHARES.filter(([consultant, share]) => after[share] > 0 && after[consultant] === null && touches(before, after, consultant, share)).map(
    ([consultant, share]) => ({ pointer: `/${share}`, detail: `must be 0 without ${consultant}` }),
  );

/** Of two fields with the same contact the later one is wrong, or else the one that the change writes. */
function contactsTwice(before: Job, after: Job): ValidationError[] {
  return CONTACT_FIELDS.flatMap((field, index) => {
    if (after[field] === null || !touches(before, after, field)) return [];
    const other = CONTACT_FIELDS.find(
      (each, place) => each !== field && after[each] === after[field] && (place < index || !touches(before, after, each)),
    );
    return other ? [{ pointer: `/${field}`, detail: `must be another contact than ${other}` }] : [];
  });
}
