import type { Response } from 'express';
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

/** Sets `Link`, a relative reference that keeps the other parameters, and `X-Total-Count`. A search's link is posted with the same body. */
export function announcePage(response: Response, { cursor, total }: PageEnd): void {
  if (cursor !== undefined) response.setHeader('Link', `<${withCursor(response.req.originalUrl, cursor)}>; rel="next"`);
  if (total === undefined) return;
  response.setHeader('X-Total-Count', String(Math.min(total, COUNTED)));
  if (total > COUNTED) response.setHeader('X-Total-Count-Capped', 'true');
}

function withCursor(url: string, cursor: string): string {
  const [path = ''] = url.split('?');
  const kept = queryOf(url)
    .split('&')
    .filter((part) => part !== '' && !/^cursor(=|$)/i.test(part));
  return `${path}?${[...kept, `cursor=${cursor}`].join('&')}`;
}
