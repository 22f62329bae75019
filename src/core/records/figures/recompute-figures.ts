import { INSERT_IF_ABSENT } from '../../sql/dialect';
import { execute, rows } from '../../database/rows';
import { storedFigures } from '../side-tables';
import type { Transaction, View } from '../../database/transactions';
import type { Field } from '../../fields/field';
import type { RecordType } from '../../fields/record-type';
import { identifier, list, sql, Sql, values } from '../../sql';
import { refreshFigures } from './figures';

/** Sums of the same numbers in another order differ by this much at most, in proportion. */
const ROUNDING = 1e-9;

/** Those of the ids whose kept figures are not what follows from the records now. Both are read at one moment. */
export async function staleFigures({ em, types }: View, type: RecordType, ids: readonly number[]): Promise<number[]> {
  const figures = storedFigures(type);
  const kept = figures.map(({ name }) => identifier('f', name));
  const recomputed = figures.map(
    ({ source }, index) => sql`${source.in === 'figure' ? types.bind(source.sql, new Date(0)) : sql`NULL`} AS ${new Sql(`n${index}`)}`,
  );
  const beside = identifier(`${type.table}_figure`);
  const found = await rows(
    em,
    sql`SELECT r.id, f.id, ${list([...kept, ...recomputed])} FROM ${identifier(type.table)} r LEFT JOIN ${beside} f ON f.id = r.id WHERE r.id IN (${values(ids)})`,
  );
  const isWrong = ([, row, ...cells]: readonly unknown[]): boolean =>
    row === null || figures.some((figure, index) => !isSame(figure, cells[index], cells[figures.length + index]));
  return found.filter(isWrong).map(([id]) => id as number);
}

export async function fixFigures({ em }: Transaction, type: RecordType, ids: readonly number[]): Promise<void> {
  await execute(
    em,
    sql`${new Sql(INSERT_IF_ABSENT)} ${identifier(`${type.table}_figure`)} (id) VALUES ${list(ids.map((id) => sql`(${id})`))}`,
  );
  await refreshFigures(em, type, ids);
}

function isSame({ type }: Field, stored: unknown, recomputed: unknown): boolean {
  if (type === 'date') return stored === recomputed;
  const [one, other] = [Number(stored ?? 0), Number(recomputed ?? 0)];
  return Math.abs(one - other) <= ROUNDING * Math.max(Math.abs(one), Math.abs(other));
}
