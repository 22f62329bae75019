import type { Field } from '../fields/field';
import { WHOLE_BELOW } from '../fields/index-row';
import { fold } from '../text/fold';
import {
  anniversaries,
  anniversarySpans,
  daySpan,
  joinedSpans,
  relativeSpan,
  storesDays,
  YEAR_LENGTH,
  type QueryTime,
  type YearlySpan,
} from './dates';
import { isNegative, positive, type PositiveOperator } from './operators';
import { FALSE, list, not, or, sql, sqlMoment, values, type Sql, type SqlValue } from '../sql/sql';
import type { QueryRecord, FieldExpression } from './query-record';
import { isDay, isRelative, type CalendarDay, type Operand, type RelativeDate, type Rule, type TimeSpan } from './tree';

/** The lowest and the highest stored value that an operand stands for: one and the same, but for days. */
interface Bounds {
  readonly from: SqlValue;
  readonly to: SqlValue;
}

const LAST_CHARACTER = '\u{10FFFF}';

/** A rule as SQL that is 1 or 0, never NULL. */
export function comparison(subject: QueryRecord, rule: Rule): Sql {
  const value = subject.valueOf(rule.field);
  const holds = positiveCondition(value, positive(rule.operator), rule, subject.circumstances);
  return isNegative(rule.operator) ? not(holds) : holds;
}

/**
 * A positive operator is false for an unset value. A live value is evaluated once, but for each day of a list; a column in a way that finds
 * its index.
 */
function positiveCondition(value: FieldExpression, operator: PositiveOperator, rule: Rule, present: QueryTime): Sql {
  const stored = value.key ?? value.sql;
  if (operator === 'null') return value.nullable ? sql`${stored} IS NULL` : FALSE;
  const holds = operator === 'isAnniversary' ? anniversary(value.sql, rule, present) : compared(value, operator, allBounds(rule, present));
  if (!value.nullable) return holds;
  return value.live ? sql`COALESCE(${holds}, 0)` : sql`(${stored} IS NOT NULL AND ${holds})`;
}

const WITHIN_TEXTS: readonly PositiveOperator[] = ['contains', 'endsWith'];

/** By the key of a text where the operands are so short that what the key lacks makes no difference. */
function compared(value: FieldExpression, operator: ComparingOperator, all: readonly Bounds[]): Sql {
  const isShort = ({ from }: Bounds): boolean => [...String(from)].length < WHOLE_BELOW;
  const byKey = value.key !== undefined && !WITHIN_TEXTS.includes(operator) && all.every(isShort);
  return test(byKey ? value.key : value.sql, operator, all);
}

type ComparingOperator = Exclude<PositiveOperator, 'null' | 'isAnniversary'>;

function test(value: Sql, operator: ComparingOperator, all: readonly Bounds[]): Sql {
  const [first, last = first] = all;
  if (!first || !last) throw new Error(`${operator} needs a value.`);
  switch (operator) {
    case '=':
    case 'in':
      return equals(value, all);
    case '<':
      return sql`${value} < ${first.from}`;
    case '<=':
      return sql`${value} <= ${first.to}`;
    case '>':
      return sql`${value} > ${first.to}`;
    case '>=':
      return sql`${value} >= ${first.from}`;
    case 'between':
      return within(value, { from: first.from, to: last.to });
    case 'contains':
      return sql`INSTR(${value}, ${first.from}) > 0`;
    case 'beginsWith':
      return sql`(${value} >= ${first.from} AND ${value} < ${`${first.from}${LAST_CHARACTER}`})`;
    case 'endsWith':
      return sql`SUBSTR(${value}, ${-[...String(first.from)].length}) = ${first.from}`;
  }
}

/** One list of all single values, which finds an index better than alternatives. */
function equals(value: Sql, all: readonly Bounds[]): Sql {
  // Stryker disable next-line MethodExpression,ConditionalExpression: the start of a range in the list is in the range as well
  const single = all.filter(({ from, to }) => from === to).map(({ from }) => sql`${from}`);
  // Stryker disable next-line MethodExpression,ConditionalExpression: a single value is also the range from itself to itself
  const ranges = all.filter(({ from, to }) => from !== to).map((range) => within(value, range));
  const [one] = single;
  // Stryker disable next-line ConditionalExpression: a list of one finds the same, but not every database uses an index for it
  const oneOf = one && single.length === 1 ? sql`${value} = ${one}` : sql`${value} IN (${list(single)})`;
  return or(one ? [oneOf, ...ranges] : ranges);
}

const within = (value: Sql, { from, to }: Bounds): Sql => sql`(${value} BETWEEN ${from} AND ${to})`;

/** Both databases write a moment as `YYYY-MM-DD HH:MM:SS.sss`. */
function anniversary(value: Sql, { field, operands: [operand] }: Rule, present: QueryTime): Sql {
  if (!isRelative(operand)) throw new Error('isAnniversary needs a number of days.');
  if (storesDays(field)) return sql`SUBSTR(${value}, 6, 5) IN (${values(anniversaries(operand.amount, present))})`;
  const inYears = ({ from, to, years }: YearlySpan): Sql =>
    sql`(SUBSTR(${value}, ${YEAR_LENGTH + 1}) BETWEEN ${from} AND ${to} AND SUBSTR(${value}, 1, ${YEAR_LENGTH}) IN (${values(years)}))`;
  return or(anniversarySpans(operand.amount, present).map(inYears));
}

function allBounds({ operands, field, operator }: Rule, present: QueryTime): Bounds[] {
  if (field.type !== 'date') return operands.map(comparable).map((value) => ({ from: value, to: value }));
  const spans = operands.flatMap((operand) => (typeof operand === 'object' ? [spanOf(operand, field, present)] : []));
  return (positive(operator) === 'in' ? joinedSpans(spans) : spans).map(boundsOf);
}

const comparable = (operand: Operand): SqlValue => (typeof operand === 'string' ? fold(operand) : Number(operand));

const boundsOf = ({ from, to }: TimeSpan): Bounds => ({ from: sqlMoment(from), to: sqlMoment(to) });

function spanOf(date: TimeSpan | CalendarDay | RelativeDate, field: Field, present: QueryTime): TimeSpan {
  if (isRelative(date)) return relativeSpan(date, field, present);
  return isDay(date) ? daySpan(date, present) : date;
}
