import type { Field } from '../fields/field';
import type { Relation } from '../fields/record-type';
import type { MatchMode, Operator } from './operators';

/** A filter that has been read and found right. */
export type FilterTree = Everyone | Branch;
export type Branch = Group | Rule | Related;

export interface Everyone {
  readonly kind: 'everyone';
}

export interface Group {
  readonly kind: 'group';
  readonly combinator: 'and' | 'or';
  readonly not: boolean;
  /** Never empty. */
  readonly branches: readonly Branch[];
}

export interface Rule {
  readonly kind: 'rule';
  readonly field: Field;
  readonly operator: Operator;
  /** None for `null` and `notNull`, two for `between`, any number for `in`, else one. */
  readonly operands: readonly Operand[];
}

/** How many of the related records must match. */
export interface Related {
  readonly kind: 'related';
  readonly relation: NamedRelation;
  readonly mode: MatchMode;
  /** Of `atLeast`, `atMost` and `exactly`; else 0. */
  readonly threshold: number;
  readonly matching: Group;
}

export interface NamedRelation extends Relation {
  readonly name: string;
}

/** What a rule compares with; a text as it was written, not yet folded. */
export type Operand = string | number | boolean | TimeSpan | CalendarDay | RelativeDate;

/** The milliseconds that a date stands for, both ends included: one for an instant, a day in UTC where the field keeps days. */
export interface TimeSpan {
  readonly from: Date;
  readonly to: Date;
}

/** A bare date that is compared with instants: that day, in the time zone of the query. */
export interface CalendarDay {
  /** YYYY-MM-DD */
  readonly day: string;
}

export const TIME_UNITS = ['minute', 'hour', 'day', 'week', 'month', 'year'] as const;
export type TimeUnit = (typeof TIME_UNITS)[number];

/** So much before (negative) or after the present. */
export interface RelativeDate {
  readonly amount: number;
  readonly unit: TimeUnit;
}

export const isDay = (operand?: Operand): operand is CalendarDay => typeof operand === 'object' && 'day' in operand;

export const isRelative = (operand?: Operand): operand is RelativeDate => typeof operand === 'object' && 'amount' in operand;

/** The rules of a filter, those about related records too. */
export function rulesOfFilter(tree: FilterTree): readonly Rule[] {
  switch (tree.kind) {
    case 'everyone':
      return [];
    case 'group':
      return tree.branches.flatMap(rulesOfFilter);
    case 'rule':
      return [tree];
    case 'related':
      return rulesOfFilter(tree.matching);
  }
}

/** The fields that a filter looks at, of related records too. */
export const fieldsOfFilter = (tree: FilterTree): readonly Field[] => rulesOfFilter(tree).map(({ field }) => field);

export interface Order {
  readonly field: Field;
  readonly isAscending: boolean;
}
