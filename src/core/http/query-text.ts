import { InvalidRequest } from '../problems/problem';

/** The parameters of a query string in their order, names as written. */
export type QueryPairs = readonly (readonly [name: string, value: string])[];

/**
 * Parses a query string literally: no nesting, no dropped parameters.
 * @throws InvalidRequest if it is not percent-encoded UTF-8
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

/** The part of a URL after the first question mark. */
export const queryOf = (url: string): string => (url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new InvalidRequest('The query must be percent-encoded UTF-8.');
  }
}
