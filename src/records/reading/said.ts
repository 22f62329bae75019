import type { RecordType } from '../../fields/record-type';
import { InvalidRequest } from '../../http';
import { FilterProblems, parseFilter, parseOrder, type Order, type Tree } from '../../query';

/** The condition of a request, as a JSON object or as JSON text; undefined when it says none. @throws InvalidRequest */
export function filtersSaid(record: RecordType, said: object | string | null | undefined): Tree | undefined {
  const json = typeof said === 'string' ? jsonOf(said) : said;
  if (json === undefined || json === null || (typeof json === 'object' && Object.keys(json).length === 0)) return undefined;
  return orComplain(typeof said === 'string' ? '/filters#' : '/filters', () => parseFilter(record, json));
}

/** The order of a request, by one column or by several. @throws InvalidRequest */
export const orderSaid = (record: RecordType, orderBy: object | null | undefined): readonly Order[] =>
  orComplain('/orderBy', () => parseOrder(record, orderBy));

function jsonOf(text: string): unknown {
  if (!text.trim()) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw InvalidRequest.because([
      { pointer: '/filters', detail: `must be JSON: ${(error as Error).message.replace(/ is not valid JSON$/, '')}` },
    ]);
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
