import type { Field } from '../../fields/field';
import { isObject } from '../../query/json';
import { labelOf } from '../../query/catalogue';
import type { Operator, Rule } from '../../query';
import { quoted } from '../actions/plain-words';

type Words = Readonly<Partial<Record<Operator, string>>>;

const MUST: Words = {
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
const MUST_OF_DATES: Words = {
  '<': 'must be before',
  '<=': 'must be no later than',
  '>': 'must be after',
  '>=': 'must be no earlier than',
};

/** A rule in plain words, with the value that it met: `State must be "NSW"; it is "VIC"`. */
export const ruleInWords = ({ field, operator }: Rule, value: unknown, actual: unknown): string =>
  [labelOf(field.name), mustOf(field, operator), wanted(operator, value)].filter(Boolean).join(' ') +
  `; it is ${actual === null ? 'not set' : shown(actual)}`;

const mustOf = ({ type }: Field, operator: Operator): string =>
  (type === 'date' ? MUST_OF_DATES[operator] : undefined) ?? MUST[operator] ?? operator;

function wanted(operator: Operator, value: unknown): string {
  if (operator === 'null' || operator === 'notNull') return '';
  if (operator === 'isAnniversary') return inDays(value);
  const values =
    typeof value === 'string' && ['in', 'notIn', 'between', 'notBetween'].includes(operator)
      ? value.split(',').map((each) => each.trim())
      : [value].flat();
  const and = operator.toLowerCase().includes('between') ? ' and ' : ', ';
  return values.slice(0, SHOWN).map(shown).join(and) + (values.length > SHOWN ? ' …' : '');
}

/** At most so many values are named. */
const SHOWN = 10;

function shown(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (isObject(value) && isObject(value['relative'])) return fromNow(value['relative']);
  return JSON.stringify(value);
}

/** `{"amount": -90, "unit": "day"}`: 90 days ago. */
function fromNow({ amount, unit }: Readonly<Record<string, unknown>>): string {
  const [count, one] = [Number(amount), String(unit)];
  if (count === 0) return one === 'day' ? 'today' : `this ${one}`;
  const so = `${Math.abs(count)} ${one}${Math.abs(count) === 1 ? '' : 's'}`;
  return count < 0 ? `${so} ago` : `in ${so}`;
}

function inDays(value: unknown): string {
  const said = isObject(value) ? (value['offset'] ?? (isObject(value['relative']) ? value['relative']['amount'] : 0)) : 0;
  return fromNow({ amount: said, unit: 'day' });
}
