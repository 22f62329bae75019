import { fold } from './fold';

/** Texts are sorted by so many characters, as in the database. */
const COMPARED = 200;

type Comparable = string | number | null;

/** Compares two values of a response as the database sorts them: texts folded, unset ones last in both directions. */
export function compareValues(one: unknown, other: unknown, isAscending: boolean): number {
  const [a, b] = [comparable(one), comparable(other)];
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return compare(a, b) * (isAscending ? 1 : -1);
}

/** A value by which others are sorted; an empty text is unset. */
function comparable(value: unknown): Comparable {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? [...fold(value)].slice(0, COMPARED).join('').trimEnd() || null : Number(value);
}

/** Texts by code point: JavaScript's own order is that of UTF-16. */
const compare = (a: string | number, b: string | number): number =>
  typeof a === 'string' && typeof b === 'string' ? Buffer.compare(Buffer.from(a), Buffer.from(b)) : Number(a) - Number(b);
