import type { Field } from '../fields/field';
import { TEXT_KEY } from '../fields/index-row';
import { and, FALSE, isSqlMoment, list, or, sql, Sql, type SqlValue } from '../sql/sql';
import type { QueryRecord, FieldExpression } from './query-record';
import type { Order } from './tree';

/** One of the values by which records are sorted. */
export interface SortKey {
  readonly value: Sql;
  /** Can it be NULL? */
  readonly nullable: boolean;
  readonly isAscending: boolean;
}

/** The position of a record in an order: its value of each key, null where it is unset. */
export type OrderPosition = readonly (SqlValue | null)[];

/** The keys of an order, the id last: no two records share a position. */
export const sortKeys = (record: QueryRecord, order: readonly Order[], idsDescend = false): readonly SortKey[] => [
  ...order.map(({ field, isAscending }) => {
    const value = record.valueOf(field);
    return { value: field.type === 'text' ? (value.key ?? sortPrefix(value)) : value.sql, nullable: value.nullable, isAscending };
  }),
  { value: record.column('id'), nullable: false, isAscending: !idsDescend },
];

/** Can it be the value of the field in a position? */
export function isPositionValue({ type }: Field, value: unknown): boolean {
  if (value === null) return true;
  if (type === 'text') return typeof value === 'string';
  if (type === 'date') return isSqlMoment(value);
  return Number.isFinite(value);
}

/** ORDER BY. Unset values last in both directions: every database takes NULL for the lowest. */
export const orderBy = (keys: readonly SortKey[]): Sql =>
  list(
    keys.flatMap(({ value, nullable, isAscending }) => [
      ...(nullable && isAscending ? [sql`${value} IS NULL`] : []),
      sql`${value} ${new Sql(isAscending ? 'ASC' : 'DESC')}`,
    ]),
  );

/** Is the record after a position? First whether its first key can, in a way that finds an index of it. */
export function afterPosition([key, ...others]: readonly SortKey[], [at = null, ...rest]: OrderPosition): Sql {
  if (!key) return FALSE;
  const { value, nullable, isAscending } = key;
  const among = afterPosition(others, rest);
  if (at === null) return and([sql`${value} IS NULL`, among]);
  const beyond = sql`${value} ${new Sql(isAscending ? '>' : '<')} ${at}`;
  if (others.length === 0) return beyond;
  const unset = nullable ? [sql`${value} IS NULL`] : [];
  return and([or([sql`${value} ${new Sql(isAscending ? '>=' : '<=')} ${at}`, ...unset]), or([beyond, ...unset, among])]);
}

/** Texts sort by their first 200 characters: MySQL sorts no longer ones, and by its padding a space at the end is nothing. */
const sortPrefix = ({ sql: text }: FieldExpression): Sql => sql`RTRIM(SUBSTR(${text}, 1, ${new Sql(String(TEXT_KEY))}))`;
