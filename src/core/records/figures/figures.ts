import type { EntityManager } from 'typeorm';
import { FOR_UPDATE } from '../../sql/dialect';
import { typesOf } from '../../database';
import { isOnCluster } from '../../database/held-rows';
import { execute, rows } from '../../database/rows';
import { storedFigures } from '../side-tables';
import type { Field } from '../../fields/field';
import { perType } from '../../fields/per-type';
import type { RecordType } from '../../fields/record-type';
import type { RecordTypes } from '../../fields/record-types';
import { identifier, list, sql, Sql, values } from '../../sql';
import { computeTotals, totalsAmong } from './totals';

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
  if (ids === 'all') return compute(em, type, figures, sql``);
  const distinct = [...new Set(ids)].sort((one, other) => one - other);
  const totals = totalsAmong(figures);
  const others = figures.filter(({ name }) => !totals.some((total) => total.name === name));
  for (let from = 0; from < distinct.length; from += BATCH) {
    const part = distinct.slice(from, from + BATCH);
    await compute(em, type, others, sql` WHERE r.id IN (${values(part)})`);
    await computeTotals(em, type, totals, part);
  }
}

/**
 * Locks all of them before it computes the first: on a server a statement counts as of its beginning, and would miss what
 * is committed while it waits in the middle.
 */
async function compute(em: EntityManager, type: RecordType, figures: readonly Field[], where: Sql): Promise<void> {
  const table = identifier(`${type.table}_figure`);
  const sets = assignments(typesOf(em), figures);
  if (isOnCluster(em)) sets.push(...(await lockByWriting(em, type, figures, where)));
  else if (FOR_UPDATE !== '') await rows(em, sql`SELECT COUNT(*) FROM ${table} r${where}${new Sql(FOR_UPDATE)}`);
  if (sets.length > 0) await execute(em, sql`UPDATE ${table} AS r SET ${list(sets)}${where}`);
}

/**
 * Locks them by writing them: of two transactions on two nodes, each of which leaves the figures as they are without the other, the second
 * must not commit. @returns what takes this back
 */
async function lockByWriting(em: EntityManager, type: RecordType, figures: readonly Field[], where: Sql): Promise<Sql[]> {
  const counted = countOf(type);
  const count = identifier(counted.name);
  await execute(em, sql`UPDATE ${identifier(`${type.table}_figure`)} AS r SET ${count} = ${count} + 1${where}`);
  return figures.includes(counted) ? [] : [sql`${count} = ${count} - 1`];
}

/** A figure that is a number, and can be counted up. */
const countOf = perType((type): Field => {
  const found = storedFigures(type).find(({ type: kind }) => kind === 'integer' || kind === 'boolean');
  if (!found) throw new Error(`The figures of ${type.name} need one that is a number, which can be written on a cluster.`);
  return found;
});

const assignments = (types: RecordTypes, figures: readonly Field[]): Sql[] =>
  figures.flatMap(({ name, source }) =>
    source.in === 'figure' ? [sql`${identifier(name)} = ${types.bind(source.sql, new Date(0))}`] : [],
  );
