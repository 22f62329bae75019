import { InvalidRequest } from '../core/problems';
import { touches } from '../core/records';
import { parseDay } from '../core/time/moments';
import { PlacementStatus } from '../core/terms/numbers';
import type { PlacementEndDto } from './placement.dto';
import type { Placement } from './placement.entity';

const { Approved, Started, Ended } = PlacementStatus;

/** The change that ends a placement. With a last day in the future, the placement ends automatically after it. */
export function endingChange({ statusID, endDate }: Placement, body: PlacementEndDto, today: Date): object {
  const past = endDate && endDate <= today ? endDate : today;
  const lastDay = (body.endDate ? parseDay(body.endDate) : undefined) ?? past;
  const isInFuture = lastDay > today && (statusID === Approved || statusID === Started);
  return { endDate: lastDay.toISOString(), endReason: body.endReason, ...(isInFuture ? {} : { statusID: Ended }) };
}

/**
 * A placement that has ended is due no more timesheets, and its candidate is free again: one that is ended without a last day, or before
 * it, has ended today, unless it had not begun. @throws InvalidRequest for a last day to come
 */
export function setLastDay(before: Placement, after: Placement, today: Date): void {
  const hasBegun = !after.startDate || after.startDate <= today;
  if (after.statusID !== Ended || !hasBegun || !touches(before, after, 'statusID', 'endDate')) return;
  if (after.endDate && after.endDate <= today) return;
  if (touches(before, after, 'endDate') && (after.endDate || before.statusID === Ended)) refuseLastDay(today);
  // of one that had ended before it was recorded here, nobody knows
  if (before.id !== undefined) after.endDate = today;
}

function refuseLastDay(today: Date): never {
  const detail = `must be ${today.toISOString().slice(0, 10)} or earlier for a placement that has ended; with statusID 3 it goes on`;
  throw InvalidRequest.because([{ pointer: '/endDate', detail }]);
}
