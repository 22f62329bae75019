import type { RecordType } from '../fields/record-type';
import { values, sql, type Sql, type SqlValue } from '../sql/sql';
import { inBeginning } from './beginning';
import { canBeUnset, resolveAlias } from './filterable';
import { sortKeys, type SortKey } from './order';
import type { QueryRecord } from './query-record';
import { countedRows, firstRows } from './first-rows';
import { FEW, selectRepeating, type SelectOptions } from './select';
import type { Order } from './tree';
import { isNameOfMany, walkOf } from './walkable';

type Row = unknown[];
type Value = SqlValue | null;

/** Reads the rows of a query as arrays. */
export type ReadRows = (query: Sql) => Promise<Row[]>;

/** The first records: the values by which they are sorted, the id last. */
export interface FirstRows {
  readonly rows: Row[];
  /** How many match, if they have been counted on the way: up to `most` + 1. */
  readonly counted?: number;
}

/** How many records are read, and how many are looked for. */
export interface FirstOptions {
  readonly limit: number;
  /** Of a first page: the records that match are counted up to so many, if that takes no further search. */
  readonly most?: number;
  /** So many records are sorted. */
  readonly few?: number;
}

/** As many records as fill so many pages are sorted; to find the first of more, going through all in their order is quick. */
const FEW_PAGES = 4;

/** To count more than so many, rows beyond the page are not read. */
const MOST_READ = 2000;

/**
 * The first records of a type in an order, no more than the limit. Where the beginning of a key has enough that match, they are read there.
 * As few as fill some pages, or as are counted, are found in any order and sorted, which also tells how many they are. Otherwise, where a
 * key has the first value, they are read along it, and no others are sorted: unset values, which come last but stand first in every key,
 * are read only if there is room left; what else decides between records counts among those of the same first value only.
 */
export async function firstInOrder(
  read: ReadRows,
  type: RecordType,
  options: SelectOptions,
  { limit, most, few = options.beginsElsewhere === 'few' ? FEW : FEW_PAGES * limit }: FirstOptions,
): Promise<FirstRows> {
  const way = wayOf(type, options);
  if (way === 'along the key') return newestFirst(read, type, options, { limit, most });
  const beginning = await fromBeginning(read, type, options, { limit, most });
  if (beginning) return beginning;
  const isSearched = isFiltered(options) && (way === 'walking' || most !== undefined);
  const { rows, ...count } = isSearched ? await ifFew(read, type, options, { limit, few: Math.max(few, most ?? 0) }) : {};
  if (rows) return { rows, ...count };
  return {
    ...count,
    rows: await (way === 'walking' ? walk(read, type, options, limit) : read(firstRows(selectRepeating(type, options), limit))),
  };
}

async function newestFirst(read: ReadRows, type: RecordType, options: SelectOptions, { limit, most }: FirstOptions): Promise<FirstRows> {
  const selection = selectRepeating(type, options);
  if (most === undefined) return { rows: await read(firstRows(selection, limit)) };
  return counted(await read(countedRows(selection, { most: Math.max(most, limit), limit })));
}

/**
 * Without a walk, all are sorted. The key of the newest first has what searches compare, and the database finds it, unless it would begin
 * elsewhere.
 */
function wayOf(type: RecordType, options: SelectOptions): 'along the key' | 'walking' | 'sorted' {
  const { first, isKey, kind } = orderOf(type, options);
  if (!kind) return 'sorted';
  return isKey && !first.isAscending && !options.beginsElsewhere ? 'along the key' : 'walking';
}

/** The first value that decides, the walk along it, and whether its key is the whole order. */
function orderOf(type: RecordType, options: SelectOptions) {
  const [first = byID(type, options), ...others] = options.order ?? [];
  const kind = walkOf(options.types, type, first.field);
  return { first, kind, isKey: kind === 'own' && others.length === 0 && first.isAscending !== (options.idsDescend ?? false) };
}

function walk(read: ReadRows, type: RecordType, options: SelectOptions, limit: number): Promise<Row[]> {
  const { first, kind, isKey } = orderOf(type, options);
  const walking = { ...options, walks: kind === 'own' };
  return isKey ? alongKey(read, type, walking, first, limit) : byFirstValue(read, type, walking, first, limit);
}

/** The first of all that match a filter, if a key is the whole order, ascending, and its beginning has as many as are read or counted. */
async function fromBeginning(
  read: ReadRows,
  type: RecordType,
  options: SelectOptions,
  { limit, most = 0 }: FirstOptions,
): Promise<FirstRows | undefined> {
  const { first, isKey } = orderOf(type, options);
  const isSearched = isFiltered(options) && !options.after && !options.beginsElsewhere;
  if (!isKey || !isSearched || most > MOST_READ) return undefined;
  const amount = Math.max(limit, most + 1);
  const set = { ...options, walks: true, firstKey: 'set' as const };
  const found = await inBeginning(read, type, { first, amount, options }, (end) =>
    firstRows(selectRepeating(type, narrowed(set, first, [isUpTo(end)])), amount),
  );
  return found && { rows: found.slice(0, limit), counted: found.length };
}

/** The first of all that match a filter, if they are a few; otherwise only how many have been found. */
async function ifFew(
  read: ReadRows,
  type: RecordType,
  options: SelectOptions,
  { limit, few }: Required<Omit<FirstOptions, 'most'>>,
): Promise<Partial<FirstRows>> {
  const { after, ...all } = options;
  const found = counted(await read(countedRows(selectRepeating(type, { ...all, firstKey: 'any' }), { most: few, limit, after })));
  // none after a position: there may be others, of which no row tells
  if (after && found.counted === 0) return {};
  return found.counted > few ? { counted: found.counted } : found;
}

/** Rows with how many have been found. */
const counted = (found: readonly Row[]) => ({
  rows: found.map((row) => row.slice(0, -1)),
  counted: Number(found[0]?.at(-1) ?? 0),
});

const byID = (type: RecordType, { idsDescend }: SelectOptions): Order => ({ field: type.field('id'), isAscending: idsDescend !== true });

const isFiltered = ({ where, extraConditions, scope }: SelectOptions): boolean =>
  (where !== undefined && where.kind !== 'everyone') || extraConditions !== undefined || scope.divisions !== 'all';

/** The key is the order, but for unset values. */
async function alongKey(read: ReadRows, type: RecordType, options: SelectOptions, first: Order, limit: number): Promise<Row[]> {
  if (!canBeUnset(type, first.field)) return read(firstRows(selectRepeating(type, options), limit));
  const found = new Map<number, Row>();
  if (options.after?.[0] !== null) add(found, await read(firstRows(selectRepeating(type, { ...options, firstKey: 'set' }), limit)));
  // a record that is changed between the two is in both: with the whole limit, the others still fill the page
  if (found.size < limit)
    add(
      found,
      await read(firstRows(selectRepeating(type, { ...options, walks: false, firstKey: 'unset', after: afterUnset(options) }), limit)),
    );
  return [...found.values()].slice(0, limit);
}

const afterUnset = ({ after }: SelectOptions): SelectOptions['after'] => (after?.[0] === null ? after : undefined);

/** As many first values as fill the page: what has the last of them is read in the order of the others, what is before it is sorted. */
async function byFirstValue(read: ReadRows, type: RecordType, options: SelectOptions, first: Order, limit: number): Promise<Row[]> {
  const { after, ...all } = options;
  const found = new Map<number, Row>();
  let bound = after?.[0];
  if (after && bound !== undefined) add(found, await withFirst(read, type, all, bound, after.slice(1), limit));
  while (found.size < limit && bound !== null) {
    const beyond = bound === undefined ? [] : [isBeyond(bound)];
    const along = await read(
      firstRows(selectRepeating(type, narrowed({ ...all, order: [first], firstKey: 'along' }, first, beyond)), limit),
    );
    const last: Value = along.length < limit ? null : (along.at(-1)?.[0] as Value);
    const before = along.filter(([value]) => value !== last).map(idOf);
    // whoever has moved meanwhile is not where the page would go on: beyond its end, or back before its beginning
    const between = narrowed(all, first, [...beyond, isBefore(last)]);
    add(found, await sorted(read, type, between, before, limit));
    if (last !== null || canBeUnset(type, first.field)) add(found, await withFirst(read, type, all, last, undefined, limit));
    bound = last;
  }
  return [...found.values()].slice(0, limit);
}

/** Those that have a first value, in the order of the others. */
async function withFirst(
  read: ReadRows,
  type: RecordType,
  options: SelectOptions,
  value: Value,
  after: readonly Value[] | undefined,
  limit: number,
): Promise<Row[]> {
  const [first, ...order] = options.order ?? [];
  if (!first) return [];
  const has = ({ value: key }: SortKey): Sql => (value === null ? sql`${key} IS NULL` : sql`${key} = ${value}`);
  // hardly any records share the name of a client: to seek them among all would take long
  const few = value !== null && isNameOfMany(options.types, type, first.field) && { beginsElsewhere: 'few' as const };
  const those = narrowed({ ...options, ...few, walks: false, order, after }, first, [has]);
  // a key of texts goes on with the id
  const isByID = order.length === 0 && first.field.type === 'text' && resolveAlias(type, first.field).source.in !== 'name';
  const found = isByID
    ? await read(firstRows(selectRepeating(type, those), limit))
    : (await firstInOrder(read, type, those, { limit })).rows;
  return found.map((row) => [value, ...row]);
}

const sorted = async (read: ReadRows, type: RecordType, options: SelectOptions, ids: readonly number[], limit: number): Promise<Row[]> =>
  ids.length === 0
    ? []
    : read(
        firstRows(
          selectRepeating(
            type,
            also(options, (record) => [sql`${record.column('id')} IN (${values(ids)})`]),
          ),
          limit,
        ),
      );

const isBeyond =
  (bound: Value) =>
  ({ value, isAscending }: SortKey): Sql =>
    isAscending ? sql`${value} > ${bound!}` : sql`${value} < ${bound!}`;

/** Unset values come last. */
const isBefore =
  (bound: Value) =>
  ({ value, isAscending }: SortKey): Sql => {
    if (bound === null) return sql`${value} IS NOT NULL`;
    return isAscending ? sql`${value} < ${bound}` : sql`${value} > ${bound}`;
  };

const isUpTo =
  (bound: SqlValue) =>
  ({ value }: SortKey): Sql =>
    sql`${value} <= ${bound}`;

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
