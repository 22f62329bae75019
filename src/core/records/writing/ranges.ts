import type { ValidationError } from '../../problems';
import { touches } from './touches';

/** The fields at the ends of a range: rateFrom and rateTo. Unset values and 0 are no ends. */
type Range<T> = readonly [from: keyof T & string, to: keyof T & string];

/** The ranges that a change leaves with an end before their beginning, if it writes one of both. */
export const rangeErrors = <T extends object>(before: T, after: T, ranges: readonly Range<T>[]): ValidationError[] =>
  ranges.flatMap(([from, to]) => {
    if (!touches(before, after, from, to) || !isReversed(after[from], after[to])) return [];
    return touches(before, after, to)
      ? [{ pointer: `/${to}`, detail: `must not be ${orderOf(after[to])} ${from}, ${shown(after[from])}` }]
      : [{ pointer: `/${from}`, detail: `must not be ${after[from] instanceof Date ? 'after' : 'above'} ${to}, ${shown(after[to])}` }];
  });

const isReversed = (from: unknown, to: unknown): boolean => Boolean(from) && Boolean(to) && (from as number) > (to as number);
const orderOf = (value: unknown): string => (value instanceof Date ? 'before' : 'below');
const shown = (value: unknown): string => (value instanceof Date ? value.toISOString().slice(0, 10) : String(value));
