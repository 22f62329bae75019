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
