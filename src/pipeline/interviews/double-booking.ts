import type { Transaction } from '../../core/database';
import { rows } from '../../core/database/rows';
import type { ProblemKind } from '../../core/problems';
import { confirm, ConfirmationRequired, isoOf, lock, QueryConfirmation, touches, visibleIds, type ChangeOptions } from '../../core/records';
import { sql, sqlMoment } from '../../core/sql';
import { InterviewStatus } from '../../core/terms/numbers';
import type { Interview } from './interview.entity';
import { interviews } from './interviews.records';

const { Cancelled, NoShow } = InterviewStatus;
const PARAMETER = 'allowDoubleBooking';
const MINUTE = 60_000;

/** The candidate, or the contact who interviews, is in another interview at that time. */
export class DoubleBooking extends ConfirmationRequired {
  static override readonly kind: ProblemKind = {
    type: '/problems/double-booking',
    status: 409,
    title: 'Two interviews at the same time',
    meaning: 'The candidate or the contact has another interview at that time; its id is recordID.',
    remedy: 'Correct the request, or repeat it with ?allowDoubleBooking=true if this is meant.',
  };

  /** @param person such as "Candidate 7" */
  constructor(person: string, id: number) {
    super(`${person} has interview ${id} at that time.`, PARAMETER, { recordType: 'Interview', recordID: id });
  }
}

/** The query parameter that confirms it. */
export const DoubleBookingConfirmation = (): PropertyDecorator =>
  QueryConfirmation('Save even if the candidate or the contact has another interview at that time.', true);

/** Both persons are locked, so that two bookings at the same moment see each other. @throws DoubleBooking unless that is confirmed */
export async function checkDoubleBooking(transaction: Transaction, before: Interview, after: Interview, how: ChangeOptions): Promise<void> {
  const isNew = !takesPlace(before) || touches(before, after, 'candidateID', 'contactID', 'startsAt', 'duration');
  if (!takesPlace(after) || !isNew) return;
  const { em, types } = transaction;
  if (after.candidateID !== null) await lock(em, types.named('Candidate'), after.candidateID);
  if (after.contactID !== null) await lock(em, types.named('Contact'), after.contactID);
  const others = await interviewsAt(transaction, after);
  const seen = new Set(
    await visibleIds(
      transaction,
      interviews,
      others.map(({ id }) => id),
    ),
  );
  for (const other of others.filter(({ id }) => seen.has(id))) confirm(how, after, new DoubleBooking(personIn(other, after), other.id));
}

interface Booking extends Pick<Interview, 'id' | 'candidateID' | 'duration'> {
  readonly startsAt: Date;
}

const takesPlace = ({ startsAt, statusID, deleted }: Interview): boolean =>
  Boolean(startsAt) && !deleted && statusID !== Cancelled && statusID !== NoShow;

const personIn = (other: Booking, { candidateID, contactID }: Interview): string =>
  other.candidateID === candidateID ? `Candidate ${candidateID}` : `Contact ${contactID}`;

/** Those of either person that take place at the same time, the oldest first. */
async function interviewsAt({ em }: Transaction, interview: Interview): Promise<Booking[]> {
  const { id, candidateID, contactID, startsAt } = interview;
  const end = endOfBooking({ startsAt: startsAt!, duration: interview.duration });
  const found = await rows(
    em,
    sql`SELECT id, candidateID, duration, startsAt FROM interview WHERE (candidateID = ${candidateID ?? 0} OR contactID = ${contactID ?? 0}) AND id <> ${id ?? 0}
      AND deleted = 0 AND startsAt < ${sqlMoment(end)} AND COALESCE(statusID, 0) NOT IN (${Cancelled}, ${NoShow}) ORDER BY id`,
  );
  return (found as [number, number | null, number, string][])
    .map(([other, candidate, duration, start]) => ({ id: other, candidateID: candidate, duration, startsAt: new Date(isoOf(start)) }))
    .filter((other) => endOfBooking(other) > startsAt!);
}

/** One without a duration takes a moment. */
const endOfBooking = ({ startsAt, duration }: Pick<Booking, 'startsAt' | 'duration'>): Date =>
  new Date(startsAt.getTime() + Math.max(duration, 1) * MINUTE);
