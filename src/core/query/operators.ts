import type { Field, FieldType } from '../fields/field';

/** Each negative operator is exactly NOT its positive one, so it holds for unset values. */
export const POSITIVE_OF = {
  '!=': '=',
  doesNotContain: 'contains',
  doesNotBeginWith: 'beginsWith',
  doesNotEndWith: 'endsWith',
  notNull: 'null',
  notIn: 'in',
  notBetween: 'between',
} as const;

export type NegativeOperator = keyof typeof POSITIVE_OF;
/** A positive operator is false for an unset value, `null` apart. */
export type PositiveOperator = (typeof POSITIVE_OF)[NegativeOperator] | '<' | '<=' | '>' | '>=' | 'isAnniversary';
export type Operator = PositiveOperator | NegativeOperator;

export const isNegative = (operator: Operator): operator is NegativeOperator => operator in POSITIVE_OF;
export const positive = (operator: Operator): PositiveOperator => (isNegative(operator) ? POSITIVE_OF[operator] : operator);

const EQUALITY = ['=', '!=', 'null', 'notNull'] as const;
const CHOICE = [...EQUALITY, 'in', 'notIn'] as const;
const ORDERED = [...CHOICE, '<', '<=', '>', '>=', 'between', 'notBetween'] as const;
const TEXT = [...ORDERED, 'contains', 'beginsWith', 'endsWith', 'doesNotContain', 'doesNotBeginWith', 'doesNotEndWith'] as const;
const BY_TYPE: Readonly<Record<FieldType, readonly Operator[]>> = {
  text: TEXT,
  integer: ORDERED,
  number: ORDERED,
  date: [...ORDERED, 'isAnniversary'],
  boolean: EQUALITY,
};

/** The operators a rule may apply to a field, by react-querybuilder's names and `isAnniversary`. */
export function operatorsOf(field: Field): readonly Operator[] {
  if (!field.type) return [];
  return valuesOf(field) ? CHOICE : BY_TYPE[field.type];
}

/** The numbers of an enumeration; undefined for any other field. */
export function valuesOf({ schema }: Field): readonly number[] | undefined {
  const values: unknown = 'enum' in schema ? schema.enum : undefined;
  return Array.isArray(values) ? values.filter((value) => typeof value === 'number') : undefined;
}

/** `all` holds where there is no related record. */
export const MATCH_MODES = ['all', 'some', 'none', 'atLeast', 'atMost', 'exactly'] as const;
export type MatchMode = (typeof MATCH_MODES)[number];
export const COUNTED_MODES: readonly MatchMode[] = ['atLeast', 'atMost', 'exactly'];
