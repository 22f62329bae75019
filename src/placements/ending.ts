import { parseDay } from '../time/moments';
import { PlacementStatus } from '../terms/numbers';
import type { PlacementEndDto } from './placement.dto';
import type { Placement } from './placement.entity';

const { Approved, Started, Ended } = PlacementStatus;

/** The change that ends a placement. A last day that is still to come is noted: it ends of itself after it. */
export function endOf({ statusID, endDate }: Placement, said: PlacementEndDto, today: Date): object {
  const past = endDate && endDate <= today ? endDate : today;
  const lastDay = (said.endDate ? parseDay(said.endDate) : undefined) ?? past;
  const isAhead = lastDay > today && (statusID === Approved || statusID === Started);
  return { endDate: lastDay.toISOString(), endReason: said.endReason, ...(isAhead ? {} : { statusID: Ended }) };
}
