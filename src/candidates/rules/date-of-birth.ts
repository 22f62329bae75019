import { InvalidRequest } from '../../core/problems';
import { dayIn } from '../../core/time/day';
import type { Candidate } from '../candidate.entity';

/** The ages between which a candidate can be: a typing mistake in the year is beyond them. */
const YOUNGEST = 10;
const OLDEST = 110;

/** @throws InvalidRequest when nobody born then can be a candidate */
export function checkDateOfBirth({ dateOfBirth }: Candidate, now: Date): void {
  if (!dateOfBirth) return;
  const [from, to] = [yearsBefore(now, OLDEST), yearsBefore(now, YOUNGEST)];
  if (dateOfBirth < from || dateOfBirth > to)
    throw InvalidRequest.because([{ pointer: '/dateOfBirth', detail: `must be from ${dayOf(from)} to ${dayOf(to)}` }]);
}

function yearsBefore(now: Date, years: number): Date {
  const day = dayIn(now, 'UTC');
  day.setUTCFullYear(day.getUTCFullYear() - years);
  return day;
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);
