import type { Field } from '../../core/fields/field';
import { isObject } from '../../core/query/json';
import { labelOf } from '../../core/query/catalogue';
import type { Operator, Rule } from '../../core/query';
import { quoted } from '../actions/format-text';

type Phrases = Readonly<Partial<Record<Operator, string>>>;

const PHRASES: Phrases = {
  '=': 'must be',
  '!=': 'must not be',
  '<': 'must be below',
  '<=': 'must be at most',
  '>': 'must be above',
  '>=': 'must be at least',
  between: 'must be between',
  notBetween: 'must not be between',
  in: 'must be one of',
  notIn: 'must be none of',
  null: 'must not be set',
  notNull: 'must be set',
  contains: 'must contain',
  beginsWith: 'must begin with',
  endsWith: 'must end with',
  doesNotContain: 'must not contain',
  doesNotBeginWith: 'must not begin with',
  doesNotEndWith: 'must not end with',
  isAnniversary: 'must have its anniversary',
};
const DATE_PHRASES: Phrases = {
  '<': 'must be before',
  '<=': 'must be no later than',
  '>': 'must be after',
  '>=': 'must be no earlier than',
};

/** A rule in plain words, with the value that it met: `State must be "NSW"; it is "VIC"`. */
export const describeRule = ({ field, operator }: Rule, value: unknown, actual: unknown): string =>
  [labelOf(field.name), phraseFor(field, operator), expectedValue(operator, value)].filter(Boolean).join(' ') +
  `; it is ${actual === null ? 'not set' : format(actual)}`;

const phraseFor = ({ type }: Field, operator: Operator): string =>
  (type === 'date' ? DATE_PHRASES[operator] : undefined) ?? PHRASES[operator] ?? operator;

function expectedValue(operator: Operator, value: unknown): string {
  if (operator === 'null' || operator === 'notNull') return '';
  if (operator === 'isAnniversary') return anniversaryOffset(value);
  const values =
    typeof value === 'string' && ['in', 'notIn', 'between', 'notBetween'].includes(operator)
      ? value.split(',').map((each) => each.trim())
      : [value].flat();
  const and = operator.toLowerCase().includes('between') ? ' and ' : ', ';
  return values.slice(0, MAX_VALUES).map(format).join(and) + (values.length > MAX_VALUES ? ' …' : '');
}

/** Maximum number of values shown. */
const MAX_VALUES = 10;

function format(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (isObject(value) && isObject(value['relative'])) return relativeTime(value['relative']);
  return JSON.stringify(value);
}

/** `{"amount": -90, "unit": "day"}`: 90 days ago. */
function relativeTime({ amount, unit }: Readonly<Record<string, unknown>>): string {
  const [count, one] = [Number(amount), String(unit)];
  if (count === 0) return one === 'day' ? 'today' : `this ${one}`;
  const so = `${Math.abs(count)} ${one}${Math.abs(count) === 1 ? '' : 's'}`;
  return count < 0 ? `${so} ago` : `in ${so}`;
}

function anniversaryOffset(value: unknown): string {
  const days = isObject(value) ? (value['offset'] ?? (isObject(value['relative']) ? value['relative']['amount'] : 0)) : 0;
  return relativeTime({ amount: days, unit: 'day' });
}
