import type { Request } from 'express';

/** The records that a request is counted once for: a page, unless it asks for another size. */
const RECORDS_PER_UNIT = 100;
/** The largest page. */
const MOST_RECORDS = 1000;
/** Previews of automations and batches are as large as the largest page unless their body, which is not there yet, is smaller. */
const LARGE = /^\/api\/(Automation\/(Search\/.*|Preview)|.*\/Batch)\/?$/i;
const LIMIT = /[?&]limit=0*(\d{1,4})(?:&|$)/i;

/**
 * What a request may cost, as far as its address tells: 1 for each 100 records that it may send, thus 1 to 10. What is wrong with its
 * query is said later.
 */
export function costOf({ path, url }: Pick<Request, 'path' | 'url'>): number {
  if (LARGE.test(path)) return MOST_RECORDS / RECORDS_PER_UNIT;
  const records = Number(LIMIT.exec(url)?.[1] ?? RECORDS_PER_UNIT);
  return Math.ceil(Math.min(Math.max(records, 1), MOST_RECORDS) / RECORDS_PER_UNIT);
}

/** So many requests for one record, whose statements or commits are shared, count as much as one search. */
const RECORDS_PER_SEARCH = 8;
const OF_ONE_RECORD = /^\/api\/[^/]+\/\d+(\/|$)/i;

/**
 * How much of the work done at a time a request is, compared with a search.
 * @param commitsTogether whether changes of several requests are committed together
 */
export function workOf({ method, path }: Pick<Request, 'method' | 'path'>, commitsTogether: boolean): number {
  const isShared = OF_ONE_RECORD.test(path) && (commitsTogether || method === 'GET');
  return isShared ? 1 / RECORDS_PER_SEARCH : 1;
}
