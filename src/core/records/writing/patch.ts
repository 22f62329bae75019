import type { EntityManager } from 'typeorm';
import { rows } from '../../database/rows';
import type { Field } from '../../fields/field';
import { typesOf } from '../../database';
import type { RecordType } from '../../fields/record-type';
import { entryWith } from '../../lookups';
import { InvalidRequest, type ValidationError } from '../../problems/problem';
import { identifier, sql, values } from '../../sql';
import { displayName } from '../display-name';
import { storedFields, type Stored } from './stored';

/** The fields of a body that can be written: stored ones that the service does not compute. */
export const writableFields = (type: RecordType): Field[] => storedFields(type).filter((field) => !field.derived);

/**
 * A copy of a record with a validated body applied: absent = unchanged, null = cleared, a reference of 0 = none.
 * The record itself is not changed.
 */
export function applyPatch<T extends object>(type: RecordType<T>, record: T, body: object): T {
  const after = Object.assign(new type.entity(), record);
  const sent = body as Stored;
  for (const field of writableFields(type)) {
    if (sent[field.name] !== undefined) Object.assign(after, { [field.name]: storedValue(field, sent[field.name]) });
  }
  return after;
}

/** The stored form of a checked value of a body. */
export function storedValue(field: Field, value: unknown): unknown {
  const { source, unset } = field;
  if (value === null) return source.in === 'column' && !source.column.nullable ? unset : null;
  if ((source.in === 'reference' || source.in === 'lookup') && value === 0) return null;
  if (source.in === 'code' && value === '') return null;
  return field.parse(value);
}

/**
 * Checks that the records and lookup entries exist that the changed fields refer to.
 * @throws InvalidRequest naming every field with an invalid reference
 */
export async function checkReferences<T extends object>(em: EntityManager, type: RecordType<T>, before: T, after: T): Promise<void> {
  const complaints: ValidationError[] = [];
  for (const field of storedFields(type)) {
    const value = (after as Stored)[field.name];
    if (value === null || value === undefined || value === '' || value === (before as Stored)[field.name]) continue;
    const complaint = await validateReference(em, field, value as number | string);
    if (complaint) complaints.push({ pointer: `/${field.name}`, detail: complaint });
  }
  if (complaints.length > 0) throw InvalidRequest.because(complaints);
}

/** The error of a reference; undefined when it is valid or the field is not a reference. */
export async function validateReference(em: EntityManager, { source }: Field, value: number | string): Promise<string | undefined> {
  switch (source.in) {
    case 'reference': {
      const to = typesOf(em).named(source.to);
      return (await existingIds(em, to, [value as number])).length > 0
        ? undefined
        : `must be the id of an existing ${displayName(to)}, or 0 for none`;
    }
    case 'lookup':
    case 'code': {
      const found = await rows(em, entryWith(source.list, source.in === 'lookup' ? 'id' : 'code', value));
      // to servers a code with a space behind it is the same
      return found.some(([same]) => same === value)
        ? undefined
        : `must be ${source.in === 'lookup' ? 'the id' : 'the code'} of an entry in the lookup list ${source.list}`;
    }
    default:
      return undefined;
  }
}

/** The ids that exist and are not deleted. */
export async function existingIds(em: EntityManager, type: RecordType, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const live = type.softDeleted ? sql` AND deleted = 0` : sql``;
  const found = await rows(em, sql`SELECT id FROM ${identifier(type.table)} WHERE id IN (${values(ids)})${live}`);
  return found.map(([id]) => id as number);
}
