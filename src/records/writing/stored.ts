import type { EntityManager } from 'typeorm';
import { FOR_UPDATE } from '../../database/dialect';
import { rows } from '../../database/rows';
import { isStored, type Field } from '../../fields/field';
import type { RecordType } from '../../fields/record-type';
import { NotFound } from '../../http/problem';
import { identifier, list, sql, Sql, sqlMoment, type SqlValue } from '../../query';
import { isoOf } from '../reading/mapper';
import { values } from '../reading/names';
import { spoken } from '../spoken';

export type Cell = SqlValue | null;
export type Stored = Record<string, unknown>;

export const storedFields = (type: RecordType): Field[] => type.fields.filter(isStored);

/** A value of an entity as the database keeps it; where "" means unset, unset. */
export function cellOf({ source, unset }: Field, value: unknown): Cell {
  if (value instanceof Date) return sqlMoment(value);
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value !== null && value !== undefined && (value !== '' || unset !== '')) return value as SqlValue;
  return source.in === 'column' && !source.column.nullable ? Number(unset) : null;
}

/** A record for change, locked until the unit of work ends. @throws NotFound */
export async function load<T extends object>(em: EntityManager, type: RecordType<T>, id: number): Promise<T> {
  const [record] = await loadAll(em, type, [id]);
  return record ?? notFound(type, id);
}

/** Records for change, locked in the order of their ids, whatever order is asked: so that no two units wait for each other. */
export async function loadAll<T extends object>(em: EntityManager, type: RecordType<T>, ids: readonly number[]): Promise<T[]> {
  if (ids.length === 0) return [];
  const fields = storedFields(type);
  const columns = list(fields.map(({ name }) => identifier('r', name)));
  const lock = new Sql(FOR_UPDATE);
  const found = await rows(em, sql`SELECT ${columns} FROM ${identifier(type.table)} r WHERE r.id IN (${values(ids)}) ORDER BY r.id${lock}`);
  return found.map((row) => {
    const record = new type.entity();
    fields.forEach((field, index) => Object.assign(record, { [field.name]: valueOf(field, row[index]) }));
    return record;
  });
}

/** Locks a record until the unit of work ends, for those who need its row but not what is in it. @throws NotFound */
export async function lock(em: EntityManager, type: RecordType, id: number): Promise<void> {
  await lockAll(em, type, [id]);
}

/** The same of many, in the order of their ids, so that no two units wait for each other. @throws NotFound */
export async function lockAll(em: EntityManager, type: RecordType, ids: readonly number[]): Promise<void> {
  const found = await rows(
    em,
    sql`SELECT r.id FROM ${identifier(type.table)} r WHERE r.id IN (${values(ids)}) ORDER BY r.id${new Sql(FOR_UPDATE)}`,
  );
  const there = new Set(found.map(([id]) => id));
  for (const id of ids) if (!there.has(id)) notFound(type, id);
}

/** A record that nothing has been said of yet, as if it had been loaded. */
export function blank<T extends object>(type: RecordType<T>): T {
  const record = new type.entity();
  for (const field of storedFields(type)) {
    const { source, unset } = field;
    const isFilled = source.in === 'column' && !source.column.nullable;
    if (field.name !== 'id')
      Object.assign(record, { [field.name]: isFilled ? ((source.column.default as unknown) ?? unset) : valueOf(field, null) });
  }
  return record;
}

/** "No candidate has the id 99." */
export const notFound = (type: RecordType, id: number): never => {
  throw new NotFound(`No ${spoken(type)} has the id ${id}.`);
};

function valueOf({ type, unset, source }: Field, cell: unknown): unknown {
  if (cell === null || cell === undefined) return source.in === 'column' ? (unset === undefined ? undefined : null) : null;
  if (type === 'date') return new Date(isoOf(cell as string));
  return type === 'boolean' ? Boolean(cell) : cell;
}
