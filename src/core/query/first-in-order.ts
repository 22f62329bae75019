import type { RecordType } from '../fields/record-type';
import { values, sql, type Sql, type SqlValue } from '../sql/sql';
import { canBeUnset, resolveAlias } from './filterable';
import { sortKeys, type SortKey } from './order';
import type { QueryRecord } from './query-record';
import { select, type Selection, type SelectOptions } from './select';
import type { Order } from './tree';
import { walkOf } from './walkable';

type Row = unknown[];
type Value = SqlValue | null;

/** Reads the first records of a selection: the values of its keys, the id last. */
export type ReadFirst = (selection: Selection, limit: number) => Promise<Row[]>;

/** As many records as fill so many pages are sorted; to find the first of more, going through all in their order is quick. */
const FEW_PAGES = 4;

/**
 * The first records of a type in an order, no more than the limit: the values by which they are sorted, the id last. Where a key has the
 * first value, they are read along it, and no others are sorted: unset values, which come last but stand first in every key, are read only
 * if there is room left; what else decides between records counts among those of the same first value only.
 * @param few so many records are sorted
 */
export async function firstInOrder(
  read: ReadFirst,
  type: RecordType,
  options: SelectOptions,
  limit: number,
  few = FEW_PAGES * limit,
): Promise<Row[]> {
  const [first = byID(type, options), ...others] = options.order ?? [];
  const walk = walkOf(options.types, type, first.field);
  const isKey = walk === 'own' && others.length === 0 && first.isAscending !== (options.idsDescend ?? false);
  if (!walk || (isKey && isNewestFirst(first, options))) return read(select(type, options), limit);
  const found = await ifFew(read, type, options, few);
  if (found) return sorted(read, type, options, found, limit);
  const walking = { ...options, walks: walk === 'own' };
  return isKey ? alongKey(read, type, walking, first, limit) : byFirstValue(read, type, walking, first, limit);
}

/** The key of the newest first has what searches compare, and the database finds it, unless it would begin elsewhere. */
const isNewestFirst = ({ isAscending }: Order, { beginsElsewhere = false }: SelectOptions): boolean => !isAscending && !beginsElsewhere;

/** The ids of all that match a filter, undefined if there are more. */
async function ifFew(read: ReadFirst, type: RecordType, options: SelectOptions, few: number): Promise<number[] | undefined> {
  if (!isFiltered(options)) return undefined;
  const some = await read(select(type, { ...options, after: undefined, firstKey: 'any' }), few + 1);
  return some.length > few ? undefined : some.map(idOf);
}

const byID = (type: RecordType, { idsDescend }: SelectOptions): Order => ({ field: type.field('id'), isAscending: idsDescend !== true });

const isFiltered = ({ where, extraConditions, scope }: SelectOptions): boolean =>
  (where !== undefined && where.kind !== 'everyone') || extraConditions !== undefined || scope.divisions !== 'all';

/** The key is the order, but for unset values. */
async function alongKey(read: ReadFirst, type: RecordType, options: SelectOptions, first: Order, limit: number): Promise<Row[]> {
  if (!canBeUnset(type, first.field)) return read(select(type, options), limit);
  const found = new Map<number, Row>();
  if (options.after?.[0] !== null) add(found, await read(select(type, { ...options, firstKey: 'set' }), limit));
  // a record that is changed between the two is in both: with the whole limit, the others still fill the page
  if (found.size < limit)
    add(found, await read(select(type, { ...options, walks: false, firstKey: 'unset', after: afterUnset(options) }), limit));
  return [...found.values()].slice(0, limit);
}

const afterUnset = ({ after }: SelectOptions): SelectOptions['after'] => (after?.[0] === null ? after : undefined);

/** As many first values as fill the page: what has the last of them is read in the order of the others, what is before it is sorted. */
async function byFirstValue(read: ReadFirst, type: RecordType, options: SelectOptions, first: Order, limit: number): Promise<Row[]> {
  const { after, ...all } = options;
  const found = new Map<number, Row>();
  let bound = after?.[0];
  if (after && bound !== undefined) add(found, await withFirst(read, type, all, bound, after.slice(1), limit));
  while (found.size < limit && bound !== null) {
    const beyond = bound === undefined ? [] : [isBeyond(bound)];
    const along = await read(select(type, narrowed({ ...all, order: [first], firstKey: 'along' }, first, beyond)), limit);
    const last: Value = along.length < limit ? null : (along.at(-1)?.[0] as Value);
    const before = along.filter(([value]) => value !== last).map(idOf);
    add(found, await sorted(read, type, all, before, limit));
    if (last !== null || canBeUnset(type, first.field)) add(found, await withFirst(read, type, all, last, undefined, limit));
    bound = last;
  }
  return [...found.values()].slice(0, limit);
}

/** Those that have a first value, in the order of the others. */
async function withFirst(
  read: ReadFirst,
  type: RecordType,
  options: SelectOptions,
  value: Value,
  after: readonly Value[] | undefined,
  limit: number,
): Promise<Row[]> {
  const [first, ...order] = options.order ?? [];
  if (!first) return [];
  const has = ({ value: key }: SortKey): Sql => (value === null ? sql`${key} IS NULL` : sql`${key} = ${value}`);
  const those = narrowed({ ...options, walks: false, order, after }, first, [has]);
  // a key of texts goes on with the id
  const isByID = order.length === 0 && first.field.type === 'text' && resolveAlias(type, first.field).source.in !== 'name';
  const found = isByID ? await read(select(type, those), limit) : await firstInOrder(read, type, those, limit);
  return found.map((row) => [value, ...row]);
}

const sorted = async (read: ReadFirst, type: RecordType, options: SelectOptions, ids: readonly number[], limit: number): Promise<Row[]> =>
  ids.length === 0
    ? []
    : read(
        select(
          type,
          also(options, (record) => [sql`${record.column('id')} IN (${values(ids)})`]),
        ),
        limit,
      );

const isBeyond =
  (bound: Value) =>
  ({ value, isAscending }: SortKey): Sql =>
    isAscending ? sql`${value} > ${bound!}` : sql`${value} < ${bound!}`;

/** With conditions on the first value of an order. */
const narrowed = (options: SelectOptions, first: Order, conditions: readonly ((key: SortKey) => Sql)[]): SelectOptions =>
  also(options, (record) =>
    sortKeys(record, [first])
      .slice(0, 1)
      .flatMap((key) => conditions.map((each) => each(key))),
  );

const also = (options: SelectOptions, conditions: (record: QueryRecord) => readonly Sql[]): SelectOptions => ({
  ...options,
  extraConditions: (record) => [...(options.extraConditions?.(record) ?? []), ...conditions(record)],
});

const idOf = (row: Row): number => row.at(-1) as number;

function add(found: Map<number, Row>, rows: readonly Row[]): void {
  for (const row of rows) if (!found.has(idOf(row))) found.set(idOf(row), row);
}
