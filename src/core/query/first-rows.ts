import { list, sql, Sql, identifier } from '../sql/sql';
import { SELECT_IN_ORDER } from '../sql/dialect';
import { afterPosition, orderBy, type OrderPosition, type SortKey } from './order';
import type { Selection } from './select';

/** The first rows of a selection, each once: the values of its keys, the id last. */
export function firstRows(selection: Selection, limit: number): Sql {
  const { keys, from, where, order, params, inOrder, repeats } = selection;
  const named = list(keys.map((key, index) => sql`${key} AS ${new Sql(nameOf(index))}`));
  if (repeats) return differentRows(selection, named, limit);
  const sorted = order === '' ? '' : ` ORDER BY ${order}`;
  return sql`${new Sql(inOrder ? SELECT_IN_ORDER : 'SELECT')} ${named} ${new Sql(`FROM ${from} WHERE ${where}${sorted}`, params)} LIMIT ${limit}`;
}

/** In any order, a server stops when it has enough of them. Otherwise they are sorted by their keys alone, as MySQL demands. */
function differentRows(selection: Selection, named: Sql, limit: number): Sql {
  const different = sql`SELECT DISTINCT ${named} ${selection.found}`;
  if (selection.order === '') return sql`${different} LIMIT ${limit}`;
  return sql`SELECT m.* FROM (${different}) m ORDER BY ${orderBy(namedKeys(selection))} LIMIT ${limit}`;
}

const namedKeys = ({ sortKeys }: Selection): SortKey[] => sortKeys.map((key, index) => ({ ...key, value: identifier('m', nameOf(index)) }));

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
  const keys = namedKeys(selection);
  const counted = sql`SELECT m.*, COUNT(*) OVER () AS found FROM (${firstRows(selection, most + 1)}) m`;
  const rest = after ? sql`SELECT m.* FROM (${counted}) m WHERE ${afterPosition(keys, after)}` : counted;
  return sql`${rest} ORDER BY ${orderBy(keys)} LIMIT ${limit}`;
}

const nameOf = (key: number): string => `k${key}`;
