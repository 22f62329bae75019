import type { Field } from '../fields/field';
import type { RecordType } from '../fields/record-type';
import { below } from '../problems/pointers';
import { nearestName } from '../problems/near-names';
import { filterableField, isFilterable, relationNamed, resolveAlias } from './filterable';
import { rejectUnknownKeys, type JsonObject } from './json';
import { operatorsOf, positive, type Operator } from './operators';
import { DAY_MS } from '../time/moments';
import { parseAnniversary, parseOperand, type AddError } from './parse-operand';
import { LIMITS, type ParseContext } from './parse-context';
import { isDay, type Operand, type Rule, type TimeSpan } from './tree';

/**
 * What the editor keeps with a rule or a group without changing its meaning. `disabled` locks it against editing, as in
 * react-querybuilder; `muted` leaves it out.
 */
export const EDITOR_KEYS = ['id', 'path', 'disabled', 'muted', 'meta'] as const;
/** No time zone is farther from UTC. */
const FARTHEST_ZONE_MS = 15 * 3_600_000;
const KEYS = ['field', 'operator', 'value', 'valueSource', 'valueEditorType', 'inputType', ...EDITOR_KEYS];

/** `{field, operator, value}`; undefined once it was complained of. */
export function parseRule(type: RecordType, json: JsonObject, pointer: string, reading: ParseContext): Rule | undefined {
  rejectUnknownKeys(json, KEYS, pointer, reading);
  if ((json['valueSource'] ?? 'value') !== 'value')
    reading.addError(below(pointer, 'valueSource'), 'must be value: fields are not compared with each other');
  const field = parseField(type, json['field'], below(pointer, 'field'), reading);
  if (!field) return undefined;
  const operator = operatorsOf(field).find((each) => each === json['operator']);
  if (!operator)
    return reading.addError(below(pointer, 'operator'), `must be one of the operators for ${field.name}: ${operatorsOf(field).join(', ')}`);
  const operands = parseOperands(field, operator, json['value'], below(pointer, 'value'), reading);
  const rule = operands && ({ kind: 'rule', field, operator, operands } as const);
  return rule && isCheap(type, rule, below(pointer, 'value'), reading) ? rule : undefined;
}

/** A live field is computed for each date that it is compared with. */
function isCheap(type: RecordType, { field, operator, operands }: Rule, pointer: string, reading: ParseContext): boolean {
  const { source } = resolveAlias(type, field);
  if (field.type !== 'date' || source.in !== 'figure' || !source.live) return true;
  return reading.countLiveDates(pointer, field.name, positive(operator) === 'isAnniversary' ? LIMITS.anniversaryDates : operands.length);
}

function parseField(type: RecordType, name: unknown, pointer: string, reading: ParseContext): Field | undefined {
  const field = typeof name === 'string' ? filterableField(type, name) : undefined;
  if (field) return field;
  const related = typeof name === 'string' && relationNamed(type, name);
  return reading.addError(
    pointer,
    related ? 'names related records: use match to say how many must match' : unknownFieldMessage(type, name),
  );
}

/**
 * A type has hundreds of fields: the sentence points to the catalogue, or names those of a type that is not in it, and
 * the one that was probably meant.
 */
export function unknownFieldMessage(type: RecordType, name: unknown): string {
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
  reading: ParseContext,
): readonly Operand[] | undefined {
  const complain: AddError = (detail) => reading.addError(pointer, detail);
  switch (positive(operator)) {
    case 'null':
      return [];
    case 'isAnniversary':
      return allParsed([parseAnniversary(value, complain)]);
    case 'in':
      return parseList(field, value, pointer, reading);
    case 'between':
      return parseRange(field, value, pointer, reading);
    default:
      return reading.countValues(pointer, 1) ? allParsed([parseOperand(value, field, complain)]) : undefined;
  }
}

function parseList(field: Field, value: unknown, pointer: string, reading: ParseContext): readonly Operand[] | undefined {
  const values = listOf(value);
  if (!values?.length) return reading.addError(pointer, 'must be an array or a comma-separated string with at least one value');
  if (values.length > LIMITS.listed) return reading.addError(pointer, `must have at most ${LIMITS.listed} values`);
  return reading.countValues(pointer, values.length) ? parseEach(field, values, pointer, reading) : undefined;
}

function parseRange(field: Field, value: unknown, pointer: string, reading: ParseContext): readonly Operand[] | undefined {
  const values = listOf(value);
  if (values?.length !== 2) return reading.addError(pointer, 'must be two values, as an array or separated by a comma');
  const operands = reading.countValues(pointer, 2) ? parseEach(field, values, pointer, reading) : undefined;
  return operands && isReversed(operands) ? reading.addError(pointer, 'must not end before it begins') : operands;
}

function parseEach(field: Field, values: readonly unknown[], pointer: string, reading: ParseContext): readonly Operand[] | undefined {
  return allParsed(values.map((value, index) => parseOperand(value, field, (detail) => reading.addError(below(pointer, index), detail))));
}

/** Empty pieces of a comma-separated text, as editors leave them, are no values. */
function listOf(value: unknown): readonly unknown[] | undefined {
  if (typeof value !== 'string') return Array.isArray(value) ? value : undefined;
  return value
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

function isReversed([first, last]: readonly Operand[]): boolean {
  if (typeof first === 'number' && typeof last === 'number') return first > last;
  if (isDay(first) && isDay(last)) return first.day > last.day;
  const [begin, end] = [widest(first), widest(last)];
  return begin !== undefined && end !== undefined && begin.from > end.to;
}

/** A day is another one in each time zone: as far as it reaches in any of them, unless it is compared with a day. */
function widest(operand?: Operand): TimeSpan | undefined {
  if (!isDay(operand)) return typeof operand === 'object' && 'from' in operand ? operand : undefined;
  const midnight = Date.parse(`${operand.day}T00:00:00.000Z`);
  return { from: new Date(midnight - FARTHEST_ZONE_MS), to: new Date(midnight + DAY_MS + FARTHEST_ZONE_MS) };
}

const allParsed = <T>(values: readonly (T | undefined)[]): readonly T[] | undefined =>
  values.every((value) => value !== undefined) ? values : undefined;
