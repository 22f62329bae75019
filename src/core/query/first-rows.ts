import { list, sql, Sql, identifier } from '../sql/sql';
import { SELECT_IN_ORDER } from '../sql/dialect';
import { afterPosition, orderBy, type OrderPosition, type SortKey } from './order';
import type { Selection } from './select';

/** The first rows of a selection: the values of its keys, the id last. */
export function firstRows({ keys, from, where, order, params, inOrder }: Selection, limit: number): Sql {
  const named = list(keys.map((key, index) => sql`${key} AS ${new Sql(nameOf(index))}`));
  const sorted = order === '' ? '' : ` ORDER BY ${order}`;
  return sql`${new Sql(inOrder ? SELECT_IN_ORDER : 'SELECT')} ${named} ${new Sql(`FROM ${from} WHERE ${where}${sorted}`, params)} LIMIT ${limit}`;
}

/** How many rows are found at most, and which of them are read. */
interface Counted {
  readonly most: number;
  readonly limit: number;
  /** Only rows after this position. */
  readonly after?: OrderPosition;
}

/**
 * Finds the rows of a selection, up to `most` + 1, and reads the first of them in the order of the keys: their values, the id, and how many
 * have been found.
 */
export function countedRows(selection: Selection, { most, limit, after }: Counted): Sql {
  const keys = selection.sortKeys.map((key, index): SortKey => ({ ...key, value: identifier('m', nameOf(index)) }));
  const counted = sql`SELECT m.*, COUNT(*) OVER () AS found FROM (${firstRows(selection, most + 1)}) m`;
  const rest = after ? sql`SELECT m.* FROM (${counted}) m WHERE ${afterPosition(keys, after)}` : counted;
  return sql`${rest} ORDER BY ${orderBy(keys)} LIMIT ${limit}`;
}

const nameOf = (key: number): string => `k${key}`;
