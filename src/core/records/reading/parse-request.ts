import { requireFieldScopes, type Caller } from '../../callers';
import type { RecordType } from '../../fields/record-type';
import type { RecordTypes } from '../../fields/record-types';
import { InvalidRequest } from '../../problems';
import { FilterError, fieldsOfFilter, parseFilter, parseOrder, parseOrderText, type Order, type FilterTree } from '../../query';

/** Parses the filter of a request, a JSON object or JSON text; undefined when there is none. @throws InvalidRequest, MissingScope */
export function parseRequestFilter(
  caller: Caller,
  types: RecordTypes,
  record: RecordType,
  sent: object | string | null | undefined,
): FilterTree | undefined {
  const json = typeof sent === 'string' ? parseJson(sent) : sent;
  if (json === undefined || json === null || (typeof json === 'object' && Object.keys(json).length === 0)) return undefined;
  const tree = toInvalidRequest(typeof sent === 'string' ? '/filters#' : '/filters', () => parseFilter(types, record, json));
  requireFieldScopes(caller, fieldsOfFilter(tree));
  return tree;
}

/** Parses the order of a request, by one or several columns. @throws InvalidRequest, MissingScope */
export function parseRequestOrder(caller: Caller, record: RecordType, orderBy: object | null | undefined): readonly Order[] {
  const order = toInvalidRequest('/orderBy', () => parseOrder(record, orderBy));
  requireFieldScopes(
    caller,
    order.map(({ field }) => field),
  );
  return order;
}

/** Parses the `orderBy` of a query; undefined when there is none. @throws InvalidRequest, MissingScope */
export function parseRequestedOrder(caller: Caller, record: RecordType, orderBy: string | undefined): readonly Order[] | undefined {
  if (orderBy === undefined) return undefined;
  const order = toInvalidRequest('/orderBy', () => parseOrderText(record, orderBy), 'query');
  requireFieldScopes(
    caller,
    order.map(({ field }) => field),
  );
  return order;
}

function parseJson(text: string): unknown {
  if (!text.trim()) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw InvalidRequest.because([
      { pointer: '/filters', detail: `must be JSON: ${(error as Error).message.replace(/ is not valid JSON$/, '')}` },
    ]);
  }
}

function toInvalidRequest<T>(place: string, read: () => T, part?: 'query'): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FilterError)) throw error;
    throw InvalidRequest.because(
      error.errors.map(({ pointer, detail }) => ({ pointer: place + pointer, ...(part && { in: part }), detail })),
    );
  }
}
