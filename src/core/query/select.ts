import type { RecordType } from '../fields/record-type';
import { condition } from './compile';
import { afterPosition, orderBy, sortKeys, type OrderPosition, type SortKey } from './order';
import { visible } from './visible';
import { and, sql, type Sql, type SqlValue } from '../sql/sql';
import { QueryRecord, type QueryContext } from './query-record';
import type { Order, FilterTree } from './tree';

/** Options of a query. The scope is required, so that no query can forget it. */
export interface SelectOptions extends QueryContext {
  readonly where?: FilterTree;
  readonly order?: readonly Order[];
  /** The id, which decides between equals: from the highest to the lowest? */
  readonly idsDescend?: boolean;
  /** Only records whose first value in the order is set, or only those where it is not: see steps.ts. */
  readonly firstKey?: 'set' | 'unset';
  /** Only records after this position in the order. */
  readonly after?: OrderPosition;
  /** Include deleted records? Only for one record by its id. */
  readonly includeDeleted?: boolean;
  /** Additional conditions, written in terms of `r` or of the record's expressions. */
  readonly extraConditions?: (record: QueryRecord) => readonly Sql[];
}

/** The parts of `SELECT r.id FROM … WHERE … ORDER BY … LIMIT ?`; the parameters come in that order. */
export interface Selection {
  readonly from: string;
  readonly where: string;
  readonly order: string;
  /** What the order sorts by, to be selected before FROM: where a record stands, the id last. */
  readonly keys: readonly Sql[];
  readonly params: readonly SqlValue[];
}

/** The records of a type that match and that the caller sees. Deleted records only with `includeDeleted`. */
export function select(type: RecordType, options: SelectOptions): Selection {
  const record = QueryRecord.of(type, options);
  const tree = options.where ? [condition(options.where, record)] : [];
  const { keys, among } = ofFirstKey(sortKeys(record, options.order ?? [], options.idsDescend), options.firstKey);
  const also = [...among, ...(options.extraConditions?.(record) ?? []), ...(options.after ? [afterPosition(keys, options.after)] : [])];
  const where = and([...visible(record, options.includeDeleted), ...tree, ...also.map((each) => sql`(${each})`)]);
  const order = orderBy(options.firstKey === 'unset' ? keys.slice(1) : keys);
  const from = record.from();
  return {
    from: from.text,
    where: where.text,
    order: order.text,
    keys: keys.map(({ value }) => value),
    params: [...from.params, ...where.params, ...order.params],
  };
}

/** The keys of those records, and the condition that leaves only them. */
function ofFirstKey([key, ...others]: readonly SortKey[], which: SelectOptions['firstKey']): { keys: SortKey[]; among: Sql[] } {
  if (!key) return { keys: [], among: [] };
  if (which === undefined) return { keys: [key, ...others], among: [] };
  const isSet = which === 'set';
  return {
    keys: [{ ...key, nullable: !isSet }, ...others],
    among: [isSet ? sql`${key.value} IS NOT NULL` : sql`${key.value} IS NULL`],
  };
}
