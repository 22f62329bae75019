import type { EntityManager } from 'typeorm';
import { rows, type Row } from '../../database/rows';
import type { RecordType } from '../../fields/record-type';
import { amongFewRelated, firstInOrder as first, type ReadFirst, type Selection, type SelectOptions } from '../../query';
import { list, sql, Sql } from '../../sql';
import { SELECT_IN_ORDER } from '../../sql/dialect';

/** The first records in an order, no more than the limit: the values by which they are sorted, the id last. */
export const firstInOrder = (em: EntityManager, type: RecordType, options: SelectOptions, limit: number): Promise<Row[]> =>
  first(readFirst(em), type, options, limit);

/** The same search among the records with certain related ones, where these are few. @param few so many records are looked at anyway */
export const amongRelated = (em: EntityManager, type: RecordType, options: SelectOptions, few: number): Promise<SelectOptions> =>
  amongFewRelated(readFirst(em), type, options, few);

const readFirst =
  (em: EntityManager): ReadFirst =>
  (selection, most) =>
    rows(em, firstOf(selection, most));

function firstOf({ keys, from, where, order, params, inOrder }: Selection, limit: number): Sql {
  const named = list(keys.map((key, index) => sql`${key} AS ${new Sql(`k${index}`)}`));
  const sorted = order === '' ? '' : ` ORDER BY ${order}`;
  return sql`${new Sql(inOrder ? SELECT_IN_ORDER : 'SELECT')} ${named} ${new Sql(`FROM ${from} WHERE ${where}${sorted}`, params)} LIMIT ${limit}`;
}
