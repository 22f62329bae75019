import { absoluteDate, hasAnniversary, relativeDate, type TimeSpan } from '../../../../test/support/oracle/dates';
import { fold } from '../../../../test/support/oracle/fold';
import type { Field, FieldSource } from '../../fields/field';
import type { RecordType } from '../../fields/record-type';
import type { RecordTypes } from '../../fields/record-types';
import { companies, LATEST_SHIFT, NEXT_START, shifts, STARTED, vacancies } from './fixture';
import type { Row, Stored, World } from './world';

/** The time and time zone of a query, and the divisions that its caller may see. */
export interface Context {
  readonly now: Date;
  readonly timeZone: string;
  readonly scope: { readonly divisions: 'all' | readonly number[] };
  readonly types: RecordTypes;
}

const POSITIVE_OF: Readonly<Record<string, string>> = {
  '!=': '=',
  notNull: 'null',
  notIn: 'in',
  notBetween: 'between',
  doesNotContain: 'contains',
  doesNotBeginWith: 'beginsWith',
  doesNotEndWith: 'endsWith',
};

/** A filter and an order as clients send them. */
interface Group {
  readonly combinator: string;
  readonly not?: boolean;
  readonly rules: readonly object[];
}
interface Rule {
  readonly field: string;
  readonly operator: string;
  readonly value: unknown;
}
interface Related {
  readonly field: string;
  readonly match: { readonly mode: string; readonly threshold?: number };
  readonly value: Group;
}
interface Column {
  readonly columnName: string;
  readonly isAscending?: boolean;
}

/**
 * A plain TypeScript oracle: evaluates filters and orders over records in memory, one record at a time. It interprets the
 * JSON as clients send it, and shares no parsing and no handling of dates or texts with the service.
 */
export class BruteForce {
  constructor(
    private readonly world: World,
    private readonly context: Context,
  ) {}

  /** The ids that match, in order. */
  ids(type: RecordType, filter: object, orderBy: readonly object[] = []): number[] {
    const found = this.rows(type).filter((row) => this.isSeen(type, row) && this.holds(type, row, filter));
    return found.sort((one, other) => this.compared(type, one, other, orderBy as readonly Column[])).map((row) => row.id);
  }

  private rows(type: RecordType): Row[] {
    return [...(this.world.rows.get(type) ?? [])];
  }

  private isSeen(type: RecordType, row: Row): boolean {
    const { divisions } = this.context.scope;
    const own = this.divisionsOf(type, row);
    return row['deleted'] !== true && (divisions === 'all' || own.length === 0 || own.some((division) => divisions.includes(division)));
  }

  private divisionsOf(type: RecordType, row: Row): number[] {
    if (type === vacancies) return this.world.divisions.filter((each) => each.vacancyID === row.id).map((each) => each.divisionID);
    return type === shifts && typeof row['division'] === 'number' ? [row['division']] : [];
  }

  private holds(type: RecordType, row: Row, branch: object): boolean {
    if ('all' in branch) return true;
    if ('rules' in branch) return this.groupHolds(type, row, branch as Group);
    if ('match' in branch) return this.relatedHolds(type, row, branch as Related);
    return this.ruleHolds(type, row, branch as Rule);
  }

  private relatedHolds(type: RecordType, row: Row, { field, match: { mode, threshold = 0 }, value }: Related): boolean {
    const to = this.context.types.named(relatedTypeName(type, field));
    const related = this.rows(to).filter((each) => this.isSeen(to, each) && belongs(type, row, field, each));
    const count = related.filter((each) => this.groupHolds(to, each, value)).length;
    const holds = {
      all: count === related.length,
      some: count > 0,
      none: count === 0,
      atLeast: count >= threshold,
      atMost: count <= threshold,
      exactly: count === threshold,
    };
    return holds[mode as keyof typeof holds];
  }

  private groupHolds(type: RecordType, row: Row, { combinator, not = false, rules }: Group): boolean {
    const truths = rules.map((rule) => this.holds(type, row, rule));
    return (combinator === 'and' ? truths.every(Boolean) : truths.some(Boolean)) !== not;
  }

  private ruleHolds(type: RecordType, row: Row, rule: Rule): boolean {
    const positive = POSITIVE_OF[rule.operator];
    return positive === undefined
      ? this.positiveRuleHolds(type, row, rule)
      : !this.positiveRuleHolds(type, row, { ...rule, operator: positive });
  }

  private positiveRuleHolds(type: RecordType, row: Row, { field: name, operator, value: operand }: Rule): boolean {
    const field = type.field(name);
    const value = this.value(type, row, field);
    if (operator === 'null') return value === null;
    if (value === null) return false;
    if (operator === 'isAnniversary')
      return value instanceof Date && hasAnniversary(value, offsetOf(operand), storesDays(field), this.context);
    const operands = operator === 'in' || operator === 'between' ? (operand as unknown[]) : [operand];
    const all = operands.map((each) => this.ends(each, field));
    const [first, last = first] = all;
    const test = TESTS[operator];
    if (!test) throw new Error(`Unknown operator: ${operator}`);
    return first !== undefined && last !== undefined && test(value, { from: first.from, to: last.to, first, all });
  }

  /** The ends of an operand: those of a whole day for a bare date. */
  private ends(operand: unknown, field: Field): Ends {
    if (field.type === 'date') return this.dates(operand, field);
    const single = typeof operand === 'string' ? fold(operand) : (operand as Stored);
    return { from: single, to: single };
  }

  private dates(operand: unknown, field: Field): TimeSpan {
    if (typeof operand === 'string') return absoluteDate(operand, storesDays(field), this.context.timeZone);
    const { relative } = operand as { relative: { amount: number; unit: string } };
    return relativeDate(relative, storesDays(field), this.context);
  }

  /** What a rule compares: texts folded, null when unset. */
  value(type: RecordType, row: Row, field: Field): Stored {
    const { source } = field;
    if (source.in === 'same') return this.value(type, row, type.field(source.as));
    if (source.in === 'name') return this.name(type, row, type.field(source.of), source.parent);
    if (source.in === 'figure') return this.figure(row, field, source);
    const value = row[field.name] ?? null;
    return typeof value === 'string' ? fold(value) || null : value;
  }

  private figure(row: Row, { name, type }: Field, { live, sql, to }: Extract<FieldSource, { in: 'figure' }>): Stored {
    const value = live ? this.live(row, sql) : (row[name] ?? null);
    if (to !== undefined) return value || null;
    if (type === 'date') return value;
    return value ?? (type === 'boolean' ? false : 0);
  }

  private name(type: RecordType, row: Row, of: Field, parent?: string): Stored {
    if (of.source.in === 'same') return this.name(type, row, type.field(of.source.as), parent);
    const stored = of.source.in === 'code' ? (row[of.name] ?? null) : this.value(type, row, of);
    if (of.source.in === 'reference' || of.source.in === 'figure') {
      const to = this.context.types.named(of.source.to ?? '');
      const other = this.rows(to).find((each) => each.id === stored);
      return other ? this.value(to, other, to.field(to.display)) : null;
    }
    const entry = this.world.lookups.find(
      (each) =>
        'list' in of.source &&
        each.list === of.source.list &&
        stored !== null &&
        (of.source.in === 'code' ? each.code : each.id) === stored,
    );
    const named = parent ? this.world.lookups.find((each) => each.list === parent && each.id === entry?.parentID) : entry;
    return named ? fold(named.name) : null;
  }

  private live(row: Row, sql: string): Stored {
    const own = this.rows(shifts).filter((shift) => shift['vacancyID'] === row.id);
    const starts = own.map((shift) => shift['startsAt']).filter((start) => start instanceof Date);
    const coming = starts.filter((start) => start > this.context.now).sort((a, b) => a.getTime() - b.getTime());
    if (sql === STARTED) return starts.filter((start) => start <= this.context.now).length;
    if (sql === LATEST_SHIFT) return Math.max(0, ...own.map((shift) => shift.id));
    if (sql === NEXT_START) return coming[0] ?? null;
    throw new Error(`Unknown figure: ${sql}`);
  }

  private compared(type: RecordType, one: Row, other: Row, orderBy: readonly Column[]): number {
    for (const { columnName, isAscending = true } of orderBy) {
      const [a, b] = [one, other].map((row) => beginning(this.value(type, row, type.field(columnName))));
      if (a === undefined || b === undefined) continue;
      const unsetLast = Number(a === null) - Number(b === null);
      const ordered = a === null || b === null ? 0 : compare(a, b) * (isAscending ? 1 : -1);
      if (unsetLast || ordered) return unsetLast || ordered;
    }
    return one.id - other.id;
  }
}

interface Ends {
  readonly from: Stored;
  readonly to: Stored;
}
/** From the start of the first operand to the end of the last one. */
interface Operands extends Ends {
  readonly first: Ends;
  readonly all: readonly Ends[];
}

const isWithin = (value: Stored, { from, to }: Ends): boolean => compare(value, from) >= 0 && compare(value, to) <= 0;

const TESTS: Readonly<Record<string, (value: Stored, operands: Operands) => boolean>> = {
  '=': (value, { first }) => isWithin(value, first),
  in: (value, { all }) => all.some((each) => isWithin(value, each)),
  between: isWithin,
  '<': (value, { first }) => compare(value, first.from) < 0,
  '<=': (value, { first }) => compare(value, first.to) <= 0,
  '>': (value, { first }) => compare(value, first.to) > 0,
  '>=': (value, { first }) => compare(value, first.from) >= 0,
  contains: (value, { from }) => String(value).includes(String(from)),
  beginsWith: (value, { from }) => String(value).startsWith(String(from)),
  endsWith: (value, { from }) => String(value).endsWith(String(from)),
};

const beginning = (value: Stored): Stored => (typeof value === 'string' ? [...value].slice(0, 200).join('').trimEnd() : value);

/** By code point for texts: JavaScript's own order is that of UTF-16. */
function compare(a: Stored, b: Stored): number {
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return Number(a) - Number(b);
}

/** The days from today to the anniversary. */
const offsetOf = (operand: unknown): number => (operand as { offset?: number } | null)?.offset ?? 0;

/** Does the field store days rather than instants? A day field drops the time and the offset. */
const storesDays = ({ parse }: Field): boolean =>
  (parse('2026-03-31T23:00:00-05:00') as Date | undefined)?.toISOString() === '2026-03-31T00:00:00.000Z';

/** The reference behind a relation to one record: `companyID` for `company`. */
const referenceOf = (type: RecordType, name: string) =>
  type.fields.find((field) => field.source.in === 'reference' && field.name === `${name}ID`);

function relatedTypeName(type: RecordType, name: string): string {
  const source = referenceOf(type, name)?.source;
  const to = type.relations[name]?.to ?? (source?.in === 'reference' ? source.to : undefined);
  if (to === undefined) throw new Error(`Unknown relation: ${type.name}.${name}`);
  return to;
}

function belongs(type: RecordType, row: Row, name: string, other: Row): boolean {
  if (type === vacancies && name === 'shifts') return other['vacancyID'] === row.id;
  if (type === vacancies && name === 'siblings')
    return row['companyID'] !== null && other['companyID'] === row['companyID'] && other.id !== row.id;
  if (type === companies && name === 'vacancies') return other['companyID'] === row.id;
  const reference = name in type.relations ? undefined : referenceOf(type, name);
  if (!reference) throw new Error(`Unknown relation: ${type.name}.${name}`);
  return row[reference.name] === other.id;
}
