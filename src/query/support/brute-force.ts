import type { Field, Source } from '../../fields/field';
import { recordTypeNamed, type RecordType } from '../../fields/record-type';
import { fold } from '../../text/fold';
import { anniversaries, relativeSpan } from '../dates';
import { isNegative, positive, type PositiveOperator } from '../operators';
import type { Circumstances } from '../subject';
import { isRelative, type Group, type NamedRelation, type Operand, type Order, type Rule, type Tree } from '../tree';
import { companies, LATEST_SHIFT, NEXT_START, shifts, STARTED, vacancies } from './fixture';
import type { Row, Stored, World } from './world';

/** The meaning of filters and orders, said in plain TypeScript over records in memory, record by record. */
export class BruteForce {
  constructor(
    private readonly world: World,
    private readonly asked: Circumstances,
  ) {}

  /** The ids that match, in order. */
  ids(type: RecordType, tree: Tree, order: readonly Order[] = []): number[] {
    const found = this.rows(type).filter((row) => this.isSeen(type, row) && this.holds(type, row, tree));
    return found.sort((one, other) => this.compared(type, one, other, order)).map((row) => row.id);
  }

  private rows(type: RecordType): Row[] {
    return [...(this.world.rows.get(type) ?? [])];
  }

  private isSeen(type: RecordType, row: Row): boolean {
    const { divisions } = this.asked.scope;
    const own = this.divisionsOf(type, row);
    return row['deleted'] !== true && (divisions === 'all' || own.length === 0 || own.some((division) => divisions.includes(division)));
  }

  private divisionsOf(type: RecordType, row: Row): number[] {
    if (type === vacancies) return this.world.divisions.filter((each) => each.vacancyID === row.id).map((each) => each.divisionID);
    return type === shifts && typeof row['division'] === 'number' ? [row['division']] : [];
  }

  private holds(type: RecordType, row: Row, tree: Tree): boolean {
    if (tree.kind === 'everyone') return true;
    if (tree.kind === 'group') return this.groupHolds(type, row, tree);
    if (tree.kind === 'rule') return this.positively(type, row, tree) !== isNegative(tree.operator);
    const to = recordTypeNamed(tree.relation.to);
    const related = this.rows(to).filter((each) => this.isSeen(to, each) && belongs(type, row, tree.relation, each));
    const count = related.filter((each) => this.groupHolds(to, each, tree.matching)).length;
    const { threshold } = tree;
    return {
      all: count === related.length,
      some: count > 0,
      none: count === 0,
      atLeast: count >= threshold,
      atMost: count <= threshold,
      exactly: count === threshold,
    }[tree.mode];
  }

  private groupHolds(type: RecordType, row: Row, group: Group): boolean {
    const truths = group.branches.map((branch) => this.holds(type, row, branch));
    return (group.combinator === 'and' ? truths.every(Boolean) : truths.some(Boolean)) !== group.not;
  }

  private positively(type: RecordType, row: Row, { field, operator, operands }: Rule): boolean {
    const value = this.value(type, row, field);
    const asked = positive(operator);
    if (asked === 'null') return value === null;
    if (value === null) return false;
    if (asked === 'isAnniversary') return this.isAnniversary(value, operands[0]);
    const all = operands.map((operand) => this.ends(operand, field));
    const [first, last = first] = all;
    return first !== undefined && last !== undefined && TESTS[asked](value, { from: first.from, to: last.to, whole: first, all });
  }

  private isAnniversary(value: Stored, operand?: Operand): boolean {
    return (
      value instanceof Date && isRelative(operand) && anniversaries(operand.amount, this.asked).includes(value.toISOString().slice(5, 10))
    );
  }

  private ends(operand: Operand, field: Field): Ends {
    if (typeof operand === 'object') return isRelative(operand) ? relativeSpan(operand, field, this.asked) : operand;
    const single = typeof operand === 'string' ? fold(operand) : operand;
    return { from: single, to: single };
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

  private figure(row: Row, { name, type }: Field, { live, sql, to }: Extract<Source, { in: 'figure' }>): Stored {
    const value = live ? this.live(row, sql) : (row[name] ?? null);
    if (to !== undefined) return value || null;
    if (type === 'date') return value;
    return value ?? (type === 'boolean' ? false : 0);
  }

  private name(type: RecordType, row: Row, of: Field, parent?: string): Stored {
    if (of.source.in === 'same') return this.name(type, row, type.field(of.source.as), parent);
    const held = of.source.in === 'code' ? (row[of.name] ?? null) : this.value(type, row, of);
    if (of.source.in === 'reference' || of.source.in === 'figure') {
      const to = recordTypeNamed(of.source.to ?? '');
      const other = this.rows(to).find((each) => each.id === held);
      return other ? this.value(to, other, to.field(to.display)) : null;
    }
    const entry = this.world.lookups.find(
      (each) =>
        'list' in of.source && each.list === of.source.list && held !== null && (of.source.in === 'code' ? each.code : each.id) === held,
    );
    const named = parent ? this.world.lookups.find((each) => each.list === parent && each.id === entry?.parentID) : entry;
    return named ? fold(named.name) : null;
  }

  private live(row: Row, sql: string): Stored {
    const own = this.rows(shifts).filter((shift) => shift['vacancyID'] === row.id);
    const starts = own.map((shift) => shift['startsAt']).filter((start) => start instanceof Date);
    const coming = starts.filter((start) => start > this.asked.now).sort((a, b) => a.getTime() - b.getTime());
    if (sql === STARTED) return starts.filter((start) => start <= this.asked.now).length;
    if (sql === LATEST_SHIFT) return Math.max(0, ...own.map((shift) => shift.id));
    if (sql === NEXT_START) return coming[0] ?? null;
    throw new Error(`Nothing is known of ${sql}`);
  }

  private compared(type: RecordType, one: Row, other: Row, order: readonly Order[]): number {
    for (const { field, isAscending } of order) {
      const [a, b] = [one, other].map((row) => beginning(this.value(type, row, field)));
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
/** From the first operand's beginning to the last one's end; `whole` is the first operand. */
interface Wanted extends Ends {
  readonly whole: Ends;
  readonly all: readonly Ends[];
}

const isWithin = (value: Stored, { from, to }: Ends): boolean => compare(value, from) >= 0 && compare(value, to) <= 0;

const TESTS: Readonly<Record<Exclude<PositiveOperator, 'null' | 'isAnniversary'>, (value: Stored, wanted: Wanted) => boolean>> = {
  '=': (value, { whole }) => isWithin(value, whole),
  in: (value, { all }) => all.some((each) => isWithin(value, each)),
  between: isWithin,
  '<': (value, { whole }) => compare(value, whole.from) < 0,
  '<=': (value, { whole }) => compare(value, whole.to) <= 0,
  '>': (value, { whole }) => compare(value, whole.to) > 0,
  '>=': (value, { whole }) => compare(value, whole.from) >= 0,
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

function belongs(type: RecordType, row: Row, { name, to }: NamedRelation, other: Row): boolean {
  if (type === vacancies && name === 'shifts') return other['vacancyID'] === row.id;
  if (type === vacancies && name === 'siblings')
    return row['companyID'] !== null && other['companyID'] === row['companyID'] && other.id !== row.id;
  if (type === companies && name === 'vacancies') return other['companyID'] === row.id;
  const reference = type.fields.find(({ source, name: field }) => source.in === 'reference' && source.to === to && field === `${name}ID`);
  if (!reference) throw new Error(`Nothing is known of ${type.name}.${name}`);
  return row[reference.name] === other.id;
}
