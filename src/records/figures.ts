import type { EntityManager } from 'typeorm';
import { execute } from '../database/rows';
import { keptFigures } from '../database/side-tables';
import type { RecordType } from '../fields/record-type';
import { identifier, list, sql, type Sql } from '../query';
import { values } from './names';
import { figureSql } from './reader';

const BATCH = 500;

/**
 * Computes the kept figures of records from the records that they follow from. In the transaction of a change, for the
 * records that the change concerns; or for all, which finds nothing to change unless something went wrong.
 */
export async function refreshFigures(em: EntityManager, type: RecordType, ids: readonly number[] | 'all'): Promise<void> {
  if (keptFigures(type).length === 0) return;
  if (ids === 'all') {
    await execute(em, update(type, sql``));
    return;
  }
  const distinct = [...new Set(ids)].sort((one, other) => one - other);
  for (let from = 0; from < distinct.length; from += BATCH) {
    await execute(em, update(type, sql` WHERE r.id IN (${values(distinct.slice(from, from + BATCH))})`));
  }
}

function update(type: RecordType, where: Sql): Sql {
  const sets = keptFigures(type).flatMap(({ name, source }) => (source.in === 'figure' ? [sql`${identifier(name)} = ${figureSql(source.sql, new Date(0))}`] : []));
  return sql`UPDATE ${identifier(`${type.table}_figure`)} AS r SET ${list(sets)}${where}`;
}
