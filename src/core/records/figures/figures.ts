import type { EntityManager } from 'typeorm';
import { FOR_UPDATE } from '../../sql/dialect';
import { typesOf } from '../../database';
import { execute, rows } from '../../database/rows';
import { storedFigures } from '../side-tables';
import type { Field } from '../../fields/field';
import type { RecordType } from '../../fields/record-type';
import type { RecordTypes } from '../../fields/record-types';
import { identifier, list, sql, Sql, values } from '../../sql';
import { figureSql } from '../reading/reader';

const BATCH = 500;

/**
 * Computes the kept figures of records from the records that they follow from. In the transaction of a change, for the
 * records that the change concerns; or for all, which finds nothing to change unless something went wrong.
 * @param names of the figures that can have changed; absent: all
 */
export async function refreshFigures(
  em: EntityManager,
  type: RecordType,
  ids: readonly number[] | 'all',
  names?: readonly string[],
): Promise<void> {
  const figures = storedFigures(type).filter(({ name }) => names?.includes(name) ?? true);
  if (figures.length === 0) return;
  if (ids === 'all') {
    await refresh(em, type, figures, sql``);
    return;
  }
  const distinct = [...new Set(ids)].sort((one, other) => one - other);
  for (let from = 0; from < distinct.length; from += BATCH) {
    await refresh(em, type, figures, sql` WHERE r.id IN (${values(distinct.slice(from, from + BATCH))})`);
  }
}

/**
 * Locks all of them before it computes the first: on a server a statement counts as of its beginning, and would miss what
 * is committed while it waits in the middle.
 */
async function refresh(em: EntityManager, type: RecordType, figures: readonly Field[], where: Sql): Promise<void> {
  if (FOR_UPDATE !== '') await rows(em, sql`SELECT COUNT(*) FROM ${identifier(`${type.table}_figure`)} r${where}${new Sql(FOR_UPDATE)}`);
  await execute(em, update(typesOf(em), type, figures, where));
}

function update(types: RecordTypes, type: RecordType, figures: readonly Field[], where: Sql): Sql {
  const sets = figures.flatMap(({ name, source }) =>
    source.in === 'figure' ? [sql`${identifier(name)} = ${figureSql(types, source.sql, new Date(0))}`] : [],
  );
  return sql`UPDATE ${identifier(`${type.table}_figure`)} AS r SET ${list(sets)}${where}`;
}
