import type { Response } from 'express';
import { decodeCursor, encodeCursor, type Position } from './cursor';
import { QueryInt, QueryText } from './query-parameters';
import { queryOf } from './query-text';

/** So far matches are counted exactly: a count of everything costs more than the page. */
export const COUNTED = 10_000;

/** `limit` and `cursor` of every list. */
export class PageQuery {
  @QueryInt({ default: 100, minimum: 1, maximum: 1000, description: 'The most records in the answer.' })
  readonly limit!: number;

  @QueryText({ maxLength: 4000, description: 'Continues a list: from the Link header of the page before.' })
  readonly cursor?: string;
}

/** What the headers of a page say. */
export interface PageEnd {
  /** The cursor of the next page, undefined on the last one. */
  readonly cursor?: string;
  /** On the first page: how many match, counted up to {@link COUNTED} + 1. */
  readonly total?: number;
}

/** A page cut from rows of which one more was read than asked for: whether there is a next one. */
export interface Cut<T> {
  readonly shown: readonly T[];
  readonly cursor?: string;
}

/** @param place where a row stands in the order of the list */
export function cutPage<T>(found: readonly T[], limit: number, criteria: unknown, place: (row: T) => Position): Cut<T> {
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return { shown, cursor: found.length > limit && last !== undefined ? encodeCursor(place(last), criteria) : undefined };
}

/** The number behind which a page of a list begins that is sorted by one; undefined for the first page. @throws InvalidRequest for a cursor of another list */
export const startOf = ({ cursor }: PageQuery, criteria: unknown): number | undefined =>
  cursor === undefined ? undefined : Number(decodeCursor(cursor, criteria, [Number.isSafeInteger])[0]);

/** Sets `Link`, a relative reference that keeps the other parameters, and `X-Total-Count`. A search's link is posted with the same body. */
export function announcePage(response: Response, { cursor, total }: PageEnd): void {
  if (cursor !== undefined) nextPage(response, 'cursor', cursor);
  if (total === undefined) return;
  response.setHeader('X-Total-Count', String(Math.min(total, COUNTED)));
  if (total > COUNTED) response.setHeader('X-Total-Count-Capped', 'true');
}

/** Sets `Link` to the same address with one parameter set anew. */
export function nextPage(response: Response, name: string, value: string): void {
  const [path = ''] = response.req.originalUrl.split('?');
  const isKept = (part: string): boolean => part !== '' && part.split('=')[0]?.toLowerCase() !== name;
  const kept = queryOf(response.req.originalUrl).split('&').filter(isKept);
  response.setHeader('Link', `<${path}?${[...kept, `${name}=${value}`].join('&')}>; rel="next"`);
}
