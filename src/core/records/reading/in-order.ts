import type { EntityManager } from 'typeorm';
import { rows, type Row } from '../../database/rows';
import type { RecordType } from '../../fields/record-type';
import { orderSteps, select, type SelectOptions } from '../../query';
import { list, sql, Sql } from '../../sql';

/** The first records in an order, no more than the limit: the values by which they are sorted, the id last. */
export async function firstInOrder(em: EntityManager, type: RecordType, options: SelectOptions, limit: number): Promise<Row[]> {
  const found: Row[] = [];
  for (const step of orderSteps(type, options)) {
    if (found.length >= limit) break;
    const { keys, from, where, order, params } = select(type, step);
    const named = list(keys.map((key, index) => sql`${key} AS ${new Sql(`k${index}`)}`));
    const rest = new Sql(`FROM ${from} WHERE ${where} ORDER BY ${order}`, params);
    // a record that is changed between two steps is in both: with the whole limit, the others still fill the page
    const next = await rows(em, sql`SELECT ${named} ${rest} LIMIT ${limit}`);
    const before = new Set(found.map((row) => row.at(-1)));
    found.push(...next.filter((row) => !before.has(row.at(-1))));
  }
  return found.slice(0, limit);
}
