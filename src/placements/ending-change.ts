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
 * A placement that is ended in another way, and has begun, has ended today, unless it had before or the change says when: it is due no more
 * timesheets, and its candidate is free again.
 */
export function setLastDay(before: Placement, after: Placement, today: Date): void {
  const isEnding = before.id !== undefined && before.statusID !== Ended && after.statusID === Ended;
  const hasBegun = !after.startDate || after.startDate <= today;
  const isKnown = after.endDate && (after.endDate <= today || touches(before, after, 'endDate'));
  if (isEnding && hasBegun && !isKnown) after.endDate = today;
}
