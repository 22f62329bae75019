import type { EntityManager } from 'typeorm';
import { FOR_UPDATE } from '../../sql/dialect';
import { rows } from '../../database/rows';
import { isStored, type Field } from '../../fields/field';
import type { RecordType } from '../../fields/record-type';
import { NotFound } from '../../problems/problem';
import { identifier, list, sql, Sql, sqlMoment, type SqlValue, values } from '../../sql';
import { isoOf } from '../reading/mapper';
import { capitalize, displayName } from '../display-name';

export type Cell = SqlValue | null;
export type Stored = Record<string, unknown>;

export const storedFields = (type: RecordType): Field[] => type.fields.filter(isStored);

/** The stored form of an entity value; "" is stored as NULL where it means unset. */
export function cellOf({ source, unset }: Field, value: unknown): Cell {
  if (value instanceof Date) return sqlMoment(value);
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value !== null && value !== undefined && (value !== '' || unset !== '')) return value as SqlValue;
  return source.in === 'column' && !source.column.nullable ? Number(unset) : null;
}

/** Loads a record for update, locked until the transaction ends. @throws NotFound */
export async function load<T extends object>(em: EntityManager, type: RecordType<T>, id: number): Promise<T> {
  const [record] = await loadAll(em, type, [id]);
  return record ?? notFound(type, id);
}

/** Loads records for update, always locked in the order of their ids so that transactions cannot deadlock. */
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

/** Locks a record until the transaction ends without loading it. @throws NotFound */
export async function lock(em: EntityManager, type: RecordType, id: number): Promise<void> {
  await lockAll(em, type, [id]);
}

/** Locks many records in the order of their ids, so that transactions cannot deadlock. @throws NotFound */
export async function lockAll(em: EntityManager, type: RecordType, ids: readonly number[]): Promise<void> {
  const found = await rows(
    em,
    sql`SELECT r.id FROM ${identifier(type.table)} r WHERE r.id IN (${values(ids)}) ORDER BY r.id${new Sql(FOR_UPDATE)}`,
  );
  const existing = new Set(found.map(([id]) => id));
  for (const id of ids) if (!existing.has(id)) notFound(type, id);
}

/** An empty record with default values, in the form of a loaded one. */
export function blankRecord<T extends object>(type: RecordType<T>): T {
  const record = new type.entity();
  for (const field of storedFields(type)) {
    const { source, unset } = field;
    const isFilled = source.in === 'column' && !source.column.nullable;
    if (field.name !== 'id')
      Object.assign(record, { [field.name]: isFilled ? ((source.column.default as unknown) ?? unset) : valueOf(field, null) });
  }
  return record;
}

/** @throws NotFound "Candidate 99 not found." */
export const notFound = (type: RecordType, id: number): never => {
  throw new NotFound(`${capitalize(displayName(type))} ${id} not found.`);
};

function valueOf({ type, unset, source }: Field, cell: unknown): unknown {
  if (cell === null || cell === undefined) return source.in === 'column' ? (unset === undefined ? undefined : null) : null;
  if (type === 'date') return new Date(isoOf(cell as string));
  return type === 'boolean' ? Boolean(cell) : cell;
}
