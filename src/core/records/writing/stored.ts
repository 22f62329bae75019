import type { EntityManager } from 'typeorm';
import { FOR_UPDATE } from '../../sql/dialect';
import { holdRows } from '../../database/held-rows';
import { rows, type Row } from '../../database/rows';
import { isStored, type Field } from '../../fields/field';
import { perType } from '../../fields/per-type';
import type { RecordType } from '../../fields/record-type';
import { NotFound } from '../../problems/problem';
import { identifier, list, sql, Sql, sqlMoment, type SqlValue, values } from '../../sql';
import { isoOf } from '../reading/mapper';
import { capitalize, displayName } from '../display-name';

export type Cell = SqlValue | null;
export type Stored = Record<string, unknown>;

export const storedFields = perType((type): readonly Field[] => type.fields.filter(isStored));

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
  const { columns, recordOf } = loadPlan(type);
  const query = sql`SELECT ${columns} FROM ${identifier(type.table)} r WHERE r.id IN (${values(ids)}) ORDER BY r.id`;
  const found = await rows(em, sql`${query}${new Sql(FOR_UPDATE)}`);
  hold(em, type, ids);
  return found.map((row) => recordOf(row) as T);
}

/** Reads some fields of records from the cells of a row in the order of `fields`. */
export function recordReader(
  type: RecordType,
  names: readonly string[],
): { readonly fields: readonly Field[]; readonly recordOf: (cells: readonly unknown[]) => Stored } {
  const fields = [...new Set(names)].map((name) => type.field(name));
  return {
    fields,
    recordOf: (cells) => Object.fromEntries(fields.map((field, index) => [field.name, valueOf(field, cells[index])])),
  };
}

/** How the rows of a type are loaded: the columns of `r`, and the record of a row. */
interface LoadPlan {
  readonly columns: Sql;
  readonly recordOf: (row: Row) => object;
}

const loadPlan = perType((type): LoadPlan => {
  const fields = storedFields(type);
  const create = recordFrom(type, fields);
  return {
    columns: list(fields.map(({ name }) => identifier('r', name))),
    recordOf: (row) => create(row.map((cell, index) => valueOf(fields[index]!, cell))),
  };
});

const recordFrom = (type: RecordType, fields: readonly Field[]): ((values: readonly unknown[]) => object) =>
  makerOf(type, fields, (_, index) => `[${index}]`);

/**
 * Creates records from something that has a member for each of their fields. A constructor that sets all of them is compiled once: V8 takes
 * ten times as long for an object whose 200 properties are set one by one, and that of Node 24 for a literal with `__proto__` as well.
 */
function makerOf<T>(type: RecordType, fields: readonly Field[], member: (name: string, index: number) => string): (from: T) => object {
  const set = fields.map(({ name }, index) => `this[${JSON.stringify(name)}] = from${member(name, index)};`);
  const make = new Function(
    'prototype',
    `function Stored(from) { ${set.join(' ')} } Stored.prototype = prototype; return (from) => new Stored(from);`,
  ) as (prototype: object) => (from: T) => object;
  return make(type.entity.prototype as object);
}

const copier = perType((type) => makerOf<object>(type, storedFields(type), (name) => `[${JSON.stringify(name)}]`));

/** A record with the same stored fields. */
export const copyOf = <T extends object>(type: RecordType<T>, record: T): T => copier(type)(record) as T;

/** Locks a record until the transaction ends without loading it. @throws NotFound */
export async function lock(em: EntityManager, type: RecordType, id: number): Promise<void> {
  await lockAll(em, type, [id]);
}

/** A statement has only so many parameters. */
const LOCKED_AT_ONCE = 1000;

/** Locks many records in the order of their ids, so that transactions cannot deadlock. @throws NotFound */
export async function lockAll(em: EntityManager, type: RecordType, ids: readonly number[]): Promise<void> {
  const existing = new Set<unknown>();
  const sorted = ids.toSorted((one, other) => one - other);
  for (let from = 0; from < sorted.length; from += LOCKED_AT_ONCE) {
    const some = values(sorted.slice(from, from + LOCKED_AT_ONCE));
    const found = await lockedRows(em, type, sql`SELECT r.id FROM ${identifier(type.table)} r WHERE r.id IN (${some}) ORDER BY r.id`);
    for (const [id] of found) existing.add(id);
  }
  for (const id of ids) if (!existing.has(id)) notFound(type, id);
}

/** The rows of a query whose first column is the id of a record: in a transaction, these records are locked until it ends. */
export async function lockedRows(em: EntityManager, type: RecordType, query: Sql): Promise<Row[]> {
  if (!em.queryRunner) return rows(em, query);
  const found = await rows(em, sql`${query}${new Sql(FOR_UPDATE)}`);
  hold(
    em,
    type,
    found.map(([id]) => id as number),
  );
  return found;
}

/** Those without versions are parts of others, with which they are locked. */
function hold(em: EntityManager, type: RecordType, ids: readonly number[]): void {
  if (type.findField('version')) holdRows(em, type.table, ids);
}

/** An empty record with default values, in the form of a loaded one. */
export const blankRecord = <T extends object>(type: RecordType<T>): T => copyOf(type, blankValues(type) as T);

const blankValues = perType((type): Stored =>
  Object.fromEntries(
    storedFields(type).flatMap((field) => {
      const { name, source, unset } = field;
      const isFilled = source.in === 'column' && !source.column.nullable;
      const value = isFilled ? ((source.column.default as unknown) ?? unset) : valueOf(field, null);
      return name === 'id' ? [] : [[name, value]];
    }),
  ),
);

/** "Candidate 99 not found." */
export const recordNotFound = (type: RecordType, id: number): NotFound => new NotFound(`${capitalize(displayName(type))} ${id} not found.`);

/** @throws NotFound */
export const notFound = (type: RecordType, id: number): never => {
  throw recordNotFound(type, id);
};

function valueOf({ type, unset }: Field, cell: unknown): unknown {
  if (cell === null) return unset === undefined ? undefined : null;
  if (type === 'date') return new Date(isoOf(cell as string));
  return type === 'boolean' ? Boolean(cell) : cell;
}
