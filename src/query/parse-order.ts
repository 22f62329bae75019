import type { RecordType } from '../fields/record-type';
import { below } from '../http/pointers';
import { filterableField } from './filterable';
import { mustBeField } from './parse-rule';
import { complainOfOtherKeys, isObject } from './json';
import { Reading } from './problems';
import type { Order } from './tree';

const MOST = 3;

/**
 * Reads an order: one `{columnName, isAscending}` or an array of up to three. An empty columnName is none; isAscending
 * is true unless it says otherwise.
 * @throws FilterProblems with everything that is wrong with it
 */
export function parseOrder(type: RecordType, json: unknown): readonly Order[] {
  const reading = new Reading();
  if (json === undefined || json === null || json === '') return [];
  if (!Array.isArray(json)) return reading.result(parseOne(type, json, '', reading));
  if (json.length > MOST) reading.complain('', `must name at most ${MOST} columns`);
  return reading.result(json.flatMap((each: unknown, index) => parseOne(type, each, below('', index), reading)));
}

function parseOne(type: RecordType, json: unknown, pointer: string, reading: Reading): Order[] {
  if (!isObject(json)) {
    reading.complain(pointer, 'must be {"columnName", "isAscending"}');
    return [];
  }
  complainOfOtherKeys(json, ['columnName', 'isAscending'], pointer, reading);
  const { columnName, isAscending } = json;
  if (!['boolean', 'undefined'].includes(typeof isAscending) && isAscending !== null)
    reading.complain(below(pointer, 'isAscending'), 'must be true or false');
  if (columnName === undefined || columnName === null || columnName === '') return [];
  const field = typeof columnName === 'string' ? filterableField(type, columnName) : undefined;
  if (!field) reading.complain(below(pointer, 'columnName'), mustBeField(type, columnName));
  return field ? [{ field, isAscending: isAscending !== false }] : [];
}
