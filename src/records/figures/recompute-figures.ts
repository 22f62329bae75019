import { INSERT_IF_ABSENT } from '../../database/dialect';
import { execute, rows } from '../../database/rows';
import { keptFigures } from '../../database/side-tables';
import type { Unit, View } from '../../database/transactions';
import type { Field } from '../../fields/field';
import type { RecordType } from '../../fields/record-type';
import { identifier, list, sql, Sql } from '../../query';
import { refreshFigures } from './figures';
import { values } from '../reading/names';
import { figureSql } from '../reading/reader';

/** Sums of the same numbers in another order differ by this much at most, in proportion. */
const ROUNDING = 1e-9;

/** Those of the ids whose kept figures are not what follows from the records now. Both are read at one moment. */
export async function wrongFigures({ em }: View, type: RecordType, ids: readonly number[]): Promise<number[]> {
  const figures = keptFigures(type);
  const kept = figures.map(({ name }) => identifier('f', name));
  const anew = figures.map(
    ({ source }, index) => sql`${source.in === 'figure' ? figureSql(source.sql, new Date(0)) : sql`NULL`} AS ${new Sql(`n${index}`)}`,
  );
  const beside = identifier(`${type.table}_figure`);
  const found = await rows(
    em,
    sql`SELECT r.id, f.id, ${list([...kept, ...anew])} FROM ${identifier(type.table)} r LEFT JOIN ${beside} f ON f.id = r.id WHERE r.id IN (${values(ids)})`,
  );
  const isWrong = ([, row, ...cells]: readonly unknown[]): boolean =>
    row === null || figures.some((figure, index) => !isSame(figure, cells[index], cells[figures.length + index]));
  return found.filter(isWrong).map(([id]) => id as number);
}

export async function mendFigures({ em }: Unit, type: RecordType, ids: readonly number[]): Promise<void> {
  await execute(
    em,
    sql`${new Sql(INSERT_IF_ABSENT)} ${identifier(`${type.table}_figure`)} (id) VALUES ${list(ids.map((id) => sql`(${id})`))}`,
  );
  await refreshFigures(em, type, ids);
}

function isSame({ type }: Field, kept: unknown, anew: unknown): boolean {
  if (type === 'date') return kept === anew;
  const [one, other] = [Number(kept ?? 0), Number(anew ?? 0)];
  return Math.abs(one - other) <= ROUNDING * Math.max(Math.abs(one), Math.abs(other));
}
