import type { RecordType } from '../../fields/record-type';
import { InvalidRequest } from '../../http';
import { FilterProblems, parseFilter, parseOrder, type Order, type Tree } from '../../query';

/** The condition of a request; undefined when its text says none. @throws InvalidRequest */
export function filtersSaid(record: RecordType, text: string | null | undefined): Tree | undefined {
  const json = jsonOf(text);
  return json === undefined ? undefined : orComplain('/filters#', () => parseFilter(record, json));
}

/** The order of a request. @throws InvalidRequest */
export const orderSaid = (record: RecordType, orderBy: object | null | undefined): readonly Order[] =>
  orderBy ? orComplain('/orderBy', () => parseOrder(record, { isAscending: true, ...withoutNulls(orderBy) })) : [];

const withoutNulls = (object: object): object => Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null && value !== undefined));

function jsonOf(text: string | null | undefined): unknown {
  if (!text?.trim()) return undefined;
  try {
    const json: unknown = JSON.parse(text);
    return json === null || (typeof json === 'object' && Object.keys(json).length === 0) ? undefined : json;
  } catch (error) {
    throw InvalidRequest.because([{ pointer: '/filters', detail: `must be JSON: ${(error as Error).message.replace(/ is not valid JSON$/, '')}` }]);
  }
}

function orComplain<T>(place: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FilterProblems)) throw error;
    throw InvalidRequest.because(error.complaints.map(({ pointer, detail }) => ({ pointer: place + pointer, detail })));
  }
}
