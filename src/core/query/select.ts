import type { RecordType } from '../fields/record-type';
import { condition } from './compile';
import { afterPosition, orderBy, sortKeys, type OrderPosition, type SortKey } from './order';
import { visible } from './visible';
import { and, sql, type Sql, type SqlValue } from '../sql/sql';
import { QueryRecord, type QueryContext } from './query-record';
import type { Order, FilterTree } from './tree';

/** So many records at most are few: they are sorted rather than sought in their order. */
export const FEW = 5000;

export type Quantity = 'few' | 'many';

/** Options of a query. The scope is required, so that no query can forget it. */
export interface SelectOptions extends Omit<QueryContext, 'oneByOne'> {
  readonly where?: FilterTree;
  readonly order?: readonly Order[];
  /** The id, which decides between equals: from the highest to the lowest? */
  readonly idsDescend?: boolean;
  /**
   * Only records whose first value in the order is set, or only those where it is not. `along`: those where it is set, by that value
   * alone, equals in any order. `any`: all, in any order. See first-in-order.ts.
   */
  readonly firstKey?: 'set' | 'unset' | 'along' | 'any';
  /** Read along the key of the first field of the order, or along the ids, whatever else the database would begin with. */
  readonly walks?: boolean;
  /**
   * Is there a condition on other tables from which a server may begin, and how many records meet it? Where they are few, all of those that
   * match are sorted; otherwise only if these turn out to be few, else the records are read in their order.
   */
  readonly beginsElsewhere?: Quantity;
  /** Only records after this position in the order. */
  readonly after?: OrderPosition;
  /** Include deleted records? Only for one record by its id. */
  readonly includeDeleted?: boolean;
  /** Additional conditions, written in terms of `r` or of the record's expressions. */
  readonly extraConditions?: (record: QueryRecord) => readonly Sql[];
}

/** The parts of `SELECT r.id FROM … WHERE … ORDER BY … LIMIT ?`; the parameters come in that order. The order of `any` is empty. */
export interface Selection {
  readonly from: string;
  readonly where: string;
  readonly order: string;
  /** Does it find some records several times, to be left out when they are read? See first-rows.ts. */
  readonly repeats: boolean;
  /** Must the tables be read in the order in which `from` has them? */
  readonly inOrder: boolean;
  /** What the order sorts by, to be selected before FROM: where a record stands, the id last. */
  readonly keys: readonly Sql[];
  /** The same, with their directions. */
  readonly sortKeys: readonly SortKey[];
  readonly params: readonly SqlValue[];
  /** From FROM on, without the order. */
  readonly found: Sql;
}

/** A selection that has each record once: its `FROM … WHERE` can be used as it is. */
export type SelectionOfEach = Selection & { readonly repeats: false };

/**
 * The records of a type that match and that the caller sees, each once. Deleted records only with `includeDeleted`.
 * @throws Error for conditions by which records are found several times: these are read by `firstRows`, of `selectRepeating`
 */
export function select(type: RecordType, options: SelectOptions): SelectionOfEach {
  const { repeats, ...selection } = selectRepeating(type, options);
  if (repeats) throw new Error(`The conditions find a ${type.name} several times: only firstRows leaves out the repetitions.`);
  return { ...selection, repeats };
}

/** The same where a record may be found several times, as `repeats` says: `firstRows` and `countedRows` leave out the repetitions. */
export function selectRepeating(type: RecordType, options: SelectOptions): Selection {
  const record = QueryRecord.of(type, { ...options, oneByOne: options.walks === true || options.firstKey === 'along' });
  const tree = options.where ? [condition(options.where, record)] : [];
  const { keys, among, sortedBy } = ofFirstKey(sortKeys(record, options.order ?? [], options.idsDescend), options.firstKey);
  const also = [...among, ...(options.extraConditions?.(record) ?? []), ...(options.after ? [afterPosition(keys, options.after)] : [])];
  const where = and([...visible(record, options.includeDeleted), ...tree, ...also.map((each) => sql`(${each})`)]);
  const order = orderBy(sortedBy);
  const inOrder = begin(record, options);
  const from = record.from();
  return {
    from: from.text,
    inOrder,
    repeats: record.repeats,
    where: where.text,
    order: order.text,
    keys: keys.map(({ value }) => value),
    sortKeys: keys,
    params: [...from.params, ...where.params, ...order.params],
    found: sql`FROM ${from} WHERE ${where}`,
  };
}

/** With what the tables begin. @returns whether the database may not choose */
function begin(record: QueryRecord, { order: [first] = [], firstKey, walks = false }: SelectOptions): boolean {
  if (walks) return record.walkAlong(first?.field ?? record.type.field('id'));
  if (firstKey === 'along') record.beginAt(first?.field);
  return false;
}

/** The keys of those records, the condition that leaves only them, and the keys that their order needs. */
function ofFirstKey(
  all: readonly SortKey[],
  which: SelectOptions['firstKey'],
): { keys: readonly SortKey[]; among: Sql[]; sortedBy: readonly SortKey[] } {
  const [key, ...others] = all;
  if (!key || which === undefined) return { keys: all, among: [], sortedBy: all };
  if (which === 'any') return { keys: all, among: [], sortedBy: [] };
  if (which === 'unset') return { keys: all, among: [sql`${key.value} IS NULL`], sortedBy: others };
  const set = { ...key, nullable: false };
  const among = [sql`${key.value} IS NOT NULL`];
  return which === 'set'
    ? { keys: [set, ...others], among, sortedBy: [set, ...others] }
    : { keys: [set, ...all.slice(-1)], among, sortedBy: [set] };
}
