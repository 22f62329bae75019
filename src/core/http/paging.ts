import type { Response } from 'express';
import { decodeCursor, encodeCursor, type Position } from '../query/cursor';
import { QueryInt, QueryOneOf, QueryText } from './query-parameters';
import { queryOf } from './query-text';

/** Matches are counted up to the first number, on request up to the second: counting all of them costs more than the page. */
const COUNT_LIMIT = 1000;
export const EXACT_COUNT_LIMIT = 10_000;

/** `count` of everything that is counted as far as it is asked for. */
export const QueryCount = (): PropertyDecorator =>
  QueryOneOf(['exact'], { description: 'exact: X-Total-Count counts up to 10,000 instead of 1,000, which takes longer.' });

/** `limit` and `cursor` of every list. */
export class PageQuery {
  @QueryInt({ default: 100, minimum: 1, maximum: 1000, description: 'The maximum number of records in the response.' })
  readonly limit!: number;

  @QueryText({ maxLength: 4000, description: 'The cursor from the Link header of the previous page.' })
  readonly cursor?: string;

  @QueryCount()
  readonly count?: 'exact';
}

/** How far the matches of a list are counted. */
export const countLimitOf = ({ count }: Partial<PageQuery>): number => (count === 'exact' ? EXACT_COUNT_LIMIT : COUNT_LIMIT);

/** A number of matches, counted up to `most` + 1. */
export interface Count {
  readonly counted: number;
  readonly most: number;
}

/** The contents of the headers of a page. */
export interface PageEnd {
  /** The cursor of the next page, undefined on the last one. */
  readonly cursor?: string;
  /** On the first page: the number of matches. */
  readonly total?: Count;
}

/** A page, and the cursor of the next one if there is one. */
export interface PageSlice<T> {
  readonly shown: readonly T[];
  readonly cursor?: string;
}

/** @param found one row more than `limit`, if there are that many @param positionOf the position of a row in the list */
export function slicePage<T>(found: readonly T[], limit: number, criteria: unknown, positionOf: (row: T) => Position): PageSlice<T> {
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return { shown, cursor: found.length > limit && last !== undefined ? encodeCursor(positionOf(last), criteria) : undefined };
}

/**
 * For a list sorted by one number: the number after which the page begins; undefined for the first page. @throws
 * InvalidRequest for a cursor of another list
 */
const startAfter = ({ cursor }: PageQuery, criteria: unknown): number | undefined =>
  cursor === undefined ? undefined : Number(decodeCursor(cursor, criteria, [Number.isSafeInteger])[0]);

/** `orderBy` of a list that is sorted by one number. @param otherwise the order without it */
export const QueryDirection = (field: string, otherwise: string): PropertyDecorator =>
  QueryOneOf([field, `-${field}`], { description: `${field}: lowest first; -${field}: highest first. By default ${otherwise}.` });

/** How a list that is sorted by one number is read. */
export interface Direction {
  readonly order: 'ASC' | 'DESC';
  /** The number after which the page begins; undefined for the first page. */
  readonly start?: number;
  /** Everything that determines the list and its order. */
  readonly criteria: unknown;
}

/** @param otherwise the order if none is requested @throws InvalidRequest for a cursor of another list */
export function directionOf(
  { orderBy, ...page }: PageQuery & { readonly orderBy?: string },
  list: unknown,
  otherwise: Direction['order'],
): Direction {
  const order = orderBy === undefined ? otherwise : orderBy.startsWith('-') ? 'DESC' : 'ASC';
  const criteria = order === otherwise ? list : [list, order];
  return { order, criteria, start: startAfter(page, criteria) };
}

/** Sets `Link`, a relative reference that keeps the other parameters, and `X-Total-Count`. A search's link is posted with the same body. */
export function setPageHeaders(response: Response, { cursor, total }: PageEnd): void {
  if (cursor !== undefined) setNextLink(response, 'cursor', cursor);
  if (total === undefined) return;
  setTotal(response, total);
}

/** Sets `X-Total-Count`, and `X-Total-Count-Capped` where there are more. @returns the number in it */
export function setTotal(response: Response, { counted, most }: Count): number {
  const shown = Math.min(counted, most);
  response.setHeader('X-Total-Count', String(shown));
  if (counted > most) response.setHeader('X-Total-Count-Capped', 'true');
  return shown;
}

/** Adds a `Link` to the same URL with one parameter replaced; a deprecated route has one already. */
export function setNextLink(response: Response, name: string, value: string): void {
  const [path = ''] = response.req.originalUrl.split('?');
  const isOther = (part: string): boolean => part !== '' && part.split('=')[0]?.toLowerCase() !== name;
  const others = queryOf(response.req.originalUrl).split('&').filter(isOther);
  response.appendHeader('Link', `<${path}?${[...others, `${name}=${value}`].join('&')}>; rel="next"`);
}
