import type { FieldOptions } from './declare-field';
import type { FieldSource, FirstRelated, ValueOfFirst } from './field';
import { sqlOfTotal, type RelatedTotal } from './related-total';

/**
 * A number, date or flag that follows from other records, as a scalar SQL query about the record `r.id`.
 * Stored in the side table and refreshed in the transaction of the change, unless `live`: then it depends on the
 * time (`:now`, or the calendar day, `:today`) and is computed on every read.
 */
export interface FigureOptions extends FieldOptions {
  live?: boolean;
  /** A stored figure: where it is 0, a live one is 0 too, and is not computed. */
  zeroUnless?: string;
  /** It is a value of that record, which a reading finds once. */
  of?: ValueOfFirst;
  /** The type of record whose id it is. */
  to?: string;
}

/** How a figure is computed: as SQL, or what it sums up. */
export type FigureSql = string | RelatedTotal;

/** The source of a figure, from how it is computed and its options. */
export const figure = (computed: FigureSql, { live = false, to, zeroUnless, of }: FigureOptions): FieldSource => ({
  in: 'figure',
  ...(typeof computed === 'string' ? { sql: computed } : { sql: sqlOfTotal(computed), total: computed }),
  live,
  to,
  zeroUnless,
  of,
});

/** SQL of a value of the first of some related records. */
export const sqlOfFirst = ({ table, as, joins, where, orderBy }: FirstRelated, value: string): string =>
  `COALESCE((SELECT ${value} FROM ${table} ${as} ${joins} WHERE ${where} ORDER BY ${orderBy} LIMIT 1), 0)`;

/** SQL that joins that record to `r` and its stored figures, `f`. */
export function joinOfFirst({ table, as, joins, where, orderBy, zeroUnless }: FirstRelated): string {
  const first = `(SELECT ${as}.id FROM ${table} ${as} WHERE ${where} ORDER BY ${orderBy} LIMIT 1)`;
  return ` LEFT JOIN ${table} ${as} ON ${as}.id = CASE WHEN f.${zeroUnless} > 0 THEN ${first} END LEFT ${joins}`;
}
