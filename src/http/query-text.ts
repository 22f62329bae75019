import { InvalidRequest } from './problem';

/** The parameters of a query string in their order, names as written. */
export type QueryPairs = readonly (readonly [name: string, value: string])[];

/**
 * Reads a query string without guessing: nothing is nested, nothing is dropped.
 * @throws InvalidRequest when it is not percent-encoded UTF-8
 */
export function queryPairs(query: string): QueryPairs {
  return query
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const [name = '', ...value] = part.split('=');
      return [decoded(name), decoded(value.join('='))] as const;
    });
}

/** What is behind the first question mark of an address. */
export const queryOf = (url: string): string => (url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new InvalidRequest('In the query, every % must begin a percent-encoded character of UTF-8.');
  }
}
