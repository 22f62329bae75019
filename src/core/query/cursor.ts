import { createHash } from 'node:crypto';
import { InvalidRequest } from '../problems/problem';

/** Where a page ended: the values of the sort keys of its last row, the id last. */
export type Position = readonly (string | number | null)[];

const VERSION = 1;

/**
 * An opaque text that continues a search after a position.
 * @param criteria everything that determines the rows and their order; the cursor is valid for these only
 */
export function encodeCursor(position: Position, criteria: unknown): string {
  return Buffer.from(JSON.stringify([VERSION, hash(position, criteria), ...position])).toString('base64url');
}

/**
 * @param kinds for each value of the position, whether its type is right: callers can forge cursors
 * @throws InvalidRequest if the cursor was not created for these criteria
 */
export function decodeCursor(cursor: string, criteria: unknown, kinds: readonly ((value: unknown) => boolean)[]): Position {
  const [version, seal, ...position] = partsOf(cursor);
  if (
    version !== VERSION ||
    position.length !== kinds.length ||
    !kinds.every((isOfKind, index) => isOfKind(position[index])) ||
    seal !== hash(position, criteria)
  ) {
    throw InvalidRequest.because([{ pointer: '/cursor', in: 'query', detail: 'must come from the Link header of the same search' }]);
  }
  return position as Position;
}

function partsOf(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parts) ? (parts as unknown[]) : [];
  } catch {
    return [];
  }
}

const hash = (position: readonly unknown[], criteria: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify([position, sorted(criteria)]))
    .digest('base64url')
    .slice(0, 12);

/** The same criteria in another order are the same search. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (Array.isArray(value)) return value.map(sorted);
  return Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, each]) => [name, sorted(each)]);
}
