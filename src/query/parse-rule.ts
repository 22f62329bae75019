import type { Field } from '../fields/field';
import type { RecordType } from '../fields/record-type';
import { below } from '../http/pointers';
import { nearestName } from '../http/near-names';
import { filterableField, isFilterable, relationNamed } from './filterable';
import { complainOfOtherKeys, type JsonObject } from './json';
import { operatorsOf, positive, type Operator } from './operators';
import { parseAnniversary, parseOperand, type Complain } from './parse-operand';
import { LIMITS, type Reading } from './problems';
import type { Operand, Rule, Span } from './tree';

/**
 * What the editor keeps with a rule or a group without changing its meaning. `disabled` locks it against editing, as in
 * react-querybuilder; `muted` leaves it out.
 */
export const EDITOR_KEYS = ['id', 'path', 'disabled', 'muted', 'meta'] as const;
const KEYS = ['field', 'operator', 'value', 'valueSource', 'valueEditorType', 'inputType', ...EDITOR_KEYS];

/** `{field, operator, value}`; undefined once it was complained of. */
export function parseRule(type: RecordType, json: JsonObject, pointer: string, reading: Reading): Rule | undefined {
  complainOfOtherKeys(json, KEYS, pointer, reading);
  if ((json['valueSource'] ?? 'value') !== 'value')
    reading.complain(below(pointer, 'valueSource'), 'must be value: fields are not compared with each other');
  const field = parseField(type, json['field'], below(pointer, 'field'), reading);
  if (!field) return undefined;
  const operator = operatorsOf(field).find((each) => each === json['operator']);
  if (!operator)
    return reading.complain(below(pointer, 'operator'), `must be one of these for ${field.name}: ${operatorsOf(field).join(', ')}`);
  const operands = parseOperands(field, operator, json['value'], below(pointer, 'value'), reading);
  return operands && { kind: 'rule', field, operator, operands };
}

function parseField(type: RecordType, name: unknown, pointer: string, reading: Reading): Field | undefined {
  const field = typeof name === 'string' ? filterableField(type, name) : undefined;
  if (field) return field;
  const related = typeof name === 'string' && relationNamed(type, name);
  return reading.complain(pointer, related ? 'names related records: say by match how many of them' : mustBeField(type, name));
}

/** A type has hundreds of fields: the sentence points to the catalogue, or names those of a type that is not in it, and the one that was probably meant. */
export function mustBeField(type: RecordType, name: unknown): string {
  const names = type.fields.filter(isFilterable).map((field) => field.name);
  const meant = typeof name === 'string' ? nearestName(name, names) : undefined;
  if (type.moduleId === undefined)
    return `must be one of the fields for ${type.name}${meant ? `, perhaps ${meant}` : ''}: ${names.join(', ')}`;
  return `must be one of the fields that the catalogue lists for ${type.name}${meant ? `: perhaps ${meant}` : ''}`;
}

function parseOperands(
  field: Field,
  operator: Operator,
  value: unknown,
  pointer: string,
  reading: Reading,
): readonly Operand[] | undefined {
  const complain: Complain = (detail) => reading.complain(pointer, detail);
  switch (positive(operator)) {
    case 'null':
      return [];
    case 'isAnniversary':
      return present([parseAnniversary(value, complain)]);
    case 'in':
      return parseList(field, value, pointer, reading);
    case 'between':
      return parseRange(field, value, pointer, reading);
    default:
      return reading.countValues(pointer, 1) ? present([parseOperand(value, field, complain)]) : undefined;
  }
}

function parseList(field: Field, value: unknown, pointer: string, reading: Reading): readonly Operand[] | undefined {
  const values = listed(value);
  if (!values?.length) return reading.complain(pointer, 'must be an array or a comma-separated text of one value at least');
  if (values.length > LIMITS.listed) return reading.complain(pointer, `must have at most ${LIMITS.listed} values`);
  return reading.countValues(pointer, values.length) ? parseEach(field, values, pointer, reading) : undefined;
}

function parseRange(field: Field, value: unknown, pointer: string, reading: Reading): readonly Operand[] | undefined {
  const values = listed(value);
  if (values?.length !== 2) return reading.complain(pointer, 'must be two values, as an array or separated by a comma');
  const operands = reading.countValues(pointer, 2) ? parseEach(field, values, pointer, reading) : undefined;
  return operands && isReversed(operands) ? reading.complain(pointer, 'must not end before it begins') : operands;
}

function parseEach(field: Field, values: readonly unknown[], pointer: string, reading: Reading): readonly Operand[] | undefined {
  return present(values.map((value, index) => parseOperand(value, field, (detail) => reading.complain(below(pointer, index), detail))));
}

/** Empty pieces of a comma-separated text, as editors leave them, are no values. */
function listed(value: unknown): readonly unknown[] | undefined {
  if (typeof value !== 'string') return Array.isArray(value) ? value : undefined;
  return value
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

function isReversed([first, last]: readonly Operand[]): boolean {
  if (typeof first === 'number' && typeof last === 'number') return first > last;
  return isSpan(first) && isSpan(last) && first.from > last.to;
}

const isSpan = (operand?: Operand): operand is Span => typeof operand === 'object' && 'from' in operand;

const present = <T>(values: readonly (T | undefined)[]): readonly T[] | undefined =>
  values.every((value) => value !== undefined) ? values : undefined;
