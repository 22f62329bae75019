import type { RecordType } from '../fields/record-type';
import { below } from '../problems/pointers';
import { filterableField } from './filterable';
import { unknownFieldMessage } from './parse-rule';
import { rejectUnknownKeys, isObject } from './json';
import { ParseContext } from './parse-context';
import type { Order } from './tree';

const MAX_COLUMNS = 3;

/**
 * Reads an order: one `{columnName, isAscending}` or an array of up to three. An empty columnName is none; isAscending
 * is true unless it says otherwise.
 * @throws FilterProblems with everything that is wrong with it
 */
export function parseOrder(type: RecordType, json: unknown): readonly Order[] {
  const reading = new ParseContext();
  if (json === undefined || json === null || json === '') return [];
  if (!Array.isArray(json)) return reading.result(parseOne(type, json, '', reading));
  if (json.length > MAX_COLUMNS) reading.addError('', `must name at most ${MAX_COLUMNS} columns`);
  return reading.result(json.flatMap((each: unknown, index) => parseOne(type, each, below('', index), reading)));
}

/** A field of an order as it is found by its name. */
export interface NamedOrder<F> {
  readonly field: F;
  readonly isAscending: boolean;
}

/** Reads an order of records as a query parameter has it. @throws FilterError with everything that is wrong with it */
export const parseOrderText = (type: RecordType, text: string): readonly Order[] =>
  parseOrderNames(
    text,
    (name) => filterableField(type, name),
    (name) => unknownFieldMessage(type, name),
  );

/**
 * Reads an order as a query parameter has it: names of up to three fields, commas between, a minus before those that descend.
 * @param unknown what to say of a name that is not found
 * @throws FilterError with everything that is wrong with it
 */
export function parseOrderNames<F>(
  text: string,
  find: (name: string) => F | undefined,
  unknown: (name: string) => string,
): readonly NamedOrder<F>[] {
  const reading = new ParseContext();
  const names = text.split(',').map((name) => name.trim());
  if (names.length > MAX_COLUMNS) reading.addError('', `must name at most ${MAX_COLUMNS} fields`);
  const order = names.flatMap((each): NamedOrder<F>[] => {
    const name = each.replace(/^-/, '');
    const field = find(name);
    if (field === undefined) reading.addError('', `${JSON.stringify(name.slice(0, 100))} ${unknown(name)}`);
    return field === undefined ? [] : [{ field, isAscending: name === each }];
  });
  if (new Set(order.map(({ field }) => field)).size < order.length) reading.addError('', 'must name each field once');
  return reading.result(order);
}

function parseOne(type: RecordType, json: unknown, pointer: string, reading: ParseContext): Order[] {
  if (!isObject(json)) {
    reading.addError(pointer, 'must be {"columnName", "isAscending"}');
    return [];
  }
  rejectUnknownKeys(json, ['columnName', 'isAscending'], pointer, reading);
  const { columnName, isAscending } = json;
  if (!['boolean', 'undefined'].includes(typeof isAscending) && isAscending !== null)
    reading.addError(below(pointer, 'isAscending'), 'must be true or false');
  if (columnName === undefined || columnName === null || columnName === '') return [];
  const field = typeof columnName === 'string' ? filterableField(type, columnName) : undefined;
  if (!field) reading.addError(below(pointer, 'columnName'), unknownFieldMessage(type, columnName));
  return field ? [{ field, isAscending: isAscending !== false }] : [];
}
