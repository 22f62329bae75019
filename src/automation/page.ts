import { decodeCursor, encodeCursor, type PageQuery } from '../http';

/** A page cut from rows of which one more was read than asked for. */
export interface Cut<T> {
  readonly shown: readonly T[];
  readonly cursor?: string;
}

/** @param key the number by which the list is sorted */
export function cutPage<T>(found: readonly T[], limit: number, list: string, key: (row: T) => number): Cut<T> {
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return { shown, cursor: found.length > limit && last !== undefined ? encodeCursor([key(last)], list) : undefined };
}

/** The number behind which the page begins; undefined for the first one. @throws InvalidRequest for a cursor of another list */
export const startOf = ({ cursor }: PageQuery, list: string): number | undefined => (cursor === undefined ? undefined : Number(decodeCursor(cursor, list)[0]));
