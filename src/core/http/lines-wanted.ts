import type { Request } from 'express';
import { InvalidRequest } from '../problems/problem';
import { queryOf, queryPairs } from './query-text';

export const LINES = 'application/x-ndjson';

/** Does the client like lines more than JSON? */
export const wantsLines = (request: Request): boolean =>
  (request.headers.accept?.includes('ndjson') ?? false) && request.accepts(['application/json', LINES]) === LINES;

/** What concerns a page. */
const OF_PAGES: readonly string[] = ['limit', 'count'];

/** @throws InvalidRequest for parameters of pages: all records are sent */
export function refusePageParameters(request: Request): void {
  const given = queryPairs(queryOf(request.originalUrl)).filter(([name]) => OF_PAGES.includes(name.toLowerCase()));
  if (given.length === 0) return;
  throw InvalidRequest.because(
    given.map(([name]) => ({
      pointer: `/${name}`,
      in: 'query',
      detail: `must not be given with Accept: ${LINES}, which sends all records`,
    })),
  );
}
