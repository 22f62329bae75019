import type { QueryRecord } from '../../core/query';
import { sql, type Sql } from '../../core/sql';

/** Which placements of a candidate a search asks for, as SQL about one of them, `r`. */
const KINDS = {
  current: '{Placement.runningToday r}',
  past: '{Placement.past r}',
  any: '{Placement.live r}',
  none: '{Placement.live r}',
} as const;

type Placed = keyof typeof KINDS;

/** The words of the criterion. */
export const PLACED = Object.keys(KINDS).join(', ');

export const isPlaced = (text: string): text is Placed => Object.hasOwn(KINDS, text);

/** Is a placement of the kind that the criterion asks for? Any that is not cancelled without one. */
export const isOfKind = (placement: QueryRecord, placed: string | undefined): Sql =>
  sql`(${placement.bind(KINDS[placed !== undefined && isPlaced(placed) ? placed : 'any'])})`;
