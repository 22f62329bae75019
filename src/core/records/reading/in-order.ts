import type { EntityManager } from 'typeorm';
import { rows, type Row } from '../../database/rows';
import type { RecordType } from '../../fields/record-type';
import { firstInOrder as first, type Selection, type SelectOptions } from '../../query';
import { list, sql, Sql } from '../../sql';
import { SELECT_IN_ORDER } from '../../sql/dialect';

/** The first records in an order, no more than the limit: the values by which they are sorted, the id last. */
export const firstInOrder = (em: EntityManager, type: RecordType, options: SelectOptions, limit: number): Promise<Row[]> =>
  first((selection, most) => rows(em, firstOf(selection, most)), type, options, limit);

function firstOf({ keys, from, where, order, params, inOrder }: Selection, limit: number): Sql {
  const named = list(keys.map((key, index) => sql`${key} AS ${new Sql(`k${index}`)}`));
  const sorted = order === '' ? '' : ` ORDER BY ${order}`;
  return sql`${new Sql(inOrder ? SELECT_IN_ORDER : 'SELECT')} ${named} ${new Sql(`FROM ${from} WHERE ${where}${sorted}`, params)} LIMIT ${limit}`;
}
