import type { Field, FieldType } from '../fields/field';
import { LONG_TEXT } from '../sql/columns';
import { booleanRule, doubleRule, intRule, textRule, type ValueRule } from '../fields/value-rules';
import { fold } from '../text/fold';
import { MOMENT_FORM } from '../time/moments';
import { absoluteSpan } from './dates';
import { isObject } from './json';
import { valuesOf } from './operators';
import { TIME_UNITS, type Operand, type RelativeDate, type TimeUnit } from './tree';

/** Takes what is wrong with a value ("must be …"). */
export type AddError = (detail: string) => undefined;
type Reader = (value: unknown, field: Field, complain: AddError) => Operand | undefined;

const USE_NULL = 'use the operators null and notNull for unset values';
/** The longest double written out has 1,077 characters; longer texts are not parsed as numbers. */
const MAX_NUMBER_LENGTH = 1100;
/** What react-querybuilder puts where nothing has been chosen. */
const PLACEHOLDER = '~';
const NUMERIC = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
/** Editors write numbers and booleans as text. */
const BOOLEANS = new Map([
  ['true', true],
  ['false', false],
]);
const numeric = (value: unknown): unknown =>
  typeof value === 'string' && value.length <= MAX_NUMBER_LENGTH && NUMERIC.test(value.trim()) ? Number(value) : value;

/** A relative date reaches at most a hundred years. */
const MAX_AMOUNT: Readonly<Record<TimeUnit, number>> = {
  minute: 52_560_000,
  hour: 876_000,
  day: 36_500,
  week: 5_200,
  month: 1_200,
  year: 100,
};

/** The value of a rule on a field, read by the field's type; undefined once it was complained of. */
export function parseOperand(value: unknown, field: Field, complain: AddError): Operand | undefined {
  if (value === PLACEHOLDER) return complain(`must be a value: ${PLACEHOLDER} stands for one that has not been chosen`);
  return field.type && READERS[field.type](value, field, complain);
}

const READERS: Readonly<Record<FieldType, Reader>> = { text, integer, number, date, boolean };

function text(value: unknown, _: Field, complain: AddError): string | undefined {
  const read = checked<string>(value, textRule(LONG_TEXT), complain);
  return read === undefined || fold(read) ? read : complain(`must not be empty: ${USE_NULL}`);
}

function integer(value: unknown, field: Field, complain: AddError): number | undefined {
  const read = checked<number>(numeric(value), intRule(), complain);
  const values = valuesOf(field);
  return read === undefined || !values || values.includes(read) ? read : complain(`must be one of ${values.join(', ')}`);
}

function number(value: unknown, _: Field, complain: AddError): number | undefined {
  return checked<number>(numeric(value), doubleRule(), complain);
}

function boolean(value: unknown, _: Field, complain: AddError): boolean | undefined {
  return checked<boolean>(typeof value === 'string' ? (BOOLEANS.get(value.trim().toLowerCase()) ?? value) : value, booleanRule, complain);
}

function date(value: unknown, field: Field, complain: AddError): Operand | undefined {
  if (isObject(value)) return parseRelative(value, complain);
  const span = typeof value === 'string' ? absoluteSpan(value, field) : undefined;
  if (span === null) return complain(`must be a date: ${USE_NULL}`);
  return span ?? complain(`must be ${MOMENT_FORM}, or {"relative": {"amount", "unit"}}`);
}

/** `{"relative": {"amount": -90, "unit": "day"}}` */
function parseRelative(value: Readonly<Record<string, unknown>>, complain: AddError): RelativeDate | undefined {
  const relative = hasOnly(value, ['relative']) ? value['relative'] : undefined;
  if (!isObject(relative) || !hasOnly(relative, ['amount', 'unit']))
    return complain('must be {"relative": {"amount": -90, "unit": "day"}}');
  const unit = TIME_UNITS.find((each) => each === relative['unit']);
  if (!unit) return complain(`must have one of these units: ${TIME_UNITS.join(', ')}`);
  return parseAmount(relative['amount'], MAX_AMOUNT[unit], complain, (amount) => ({ amount, unit }));
}

/** Days from today, for `isAnniversary`: none (today), `{"offset": 7}` or the same as a relative date. */
export function parseAnniversary(value: unknown, complain: AddError): RelativeDate | undefined {
  if (value === undefined || value === null || value === '') return { amount: 0, unit: 'day' };
  if (isObject(value) && hasOnly(value, ['offset']))
    return parseAmount(value['offset'], MAX_AMOUNT.day, complain, (amount) => ({ amount, unit: 'day' }));
  const relative =
    isObject(value) && hasOnly(value, ['relative'])
      ? parseRelative(value, complain)
      : complain('must be absent (today), {"offset": days} or {"relative": {"amount": 7, "unit": "day"}}');
  return !relative || relative.unit === 'day' ? relative : complain('must count in days');
}

function parseAmount<T>(amount: unknown, farthest: number, complain: AddError, read: (amount: number) => T): T | undefined {
  const holds = Number.isInteger(amount) && Math.abs(amount as number) <= farthest;
  return holds ? read((amount as number) + 0) : complain(`must have a whole number from ${-farthest} to ${farthest}`);
}

const hasOnly = (value: Readonly<Record<string, unknown>>, keys: readonly string[]): boolean =>
  keys.every((key) => key in value) && Object.keys(value).length === keys.length;

function checked<T>(value: unknown, rule: ValueRule, complain: AddError): T | undefined {
  const complaint = rule.validate(value);
  return complaint ? complain(complaint) : (rule.parse(value) as T);
}
