import type { EntityManager } from 'typeorm';
import { rows } from '../../database/rows';
import type { Field } from '../../fields/field';
import { recordTypeNamed, type RecordType } from '../../fields/record-type';
import { InvalidRequest, type Complaint } from '../../http/problem';
import { identifier, sql } from '../../query';
import { values } from '../reading/names';
import { spoken, withArticle } from '../spoken';
import { storedFields, type Stored } from './stored';

/** The fields of a body that can be written: stored ones that the service does not compute. */
export const writable = (type: RecordType): Field[] => storedFields(type).filter((field) => !field.derived);

/**
 * A record with a checked body put over it: absent = unchanged, null = cleared, a reference of 0 = none.
 * The record itself stays as it was.
 */
export function patched<T extends object>(type: RecordType<T>, record: T, body: object): T {
  const after = Object.assign(new type.entity(), record);
  const sent = body as Stored;
  for (const field of writable(type)) {
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
 * Are the records and the entries of lists there that the changed fields refer to?
 * @throws InvalidRequest that names every field that refers to nothing
 */
export async function checkReferences<T extends object>(em: EntityManager, type: RecordType<T>, before: T, after: T): Promise<void> {
  const complaints: Complaint[] = [];
  for (const field of storedFields(type)) {
    const value = (after as Stored)[field.name];
    if (value === null || value === undefined || value === '' || value === (before as Stored)[field.name]) continue;
    const complaint = await referenceComplaint(em, field, value as number | string);
    if (complaint) complaints.push({ pointer: `/${field.name}`, detail: complaint });
  }
  if (complaints.length > 0) throw InvalidRequest.because(complaints);
}

/** What is wrong with a reference, undefined when it leads somewhere or the field is none. */
export async function referenceComplaint(em: EntityManager, { source }: Field, value: number | string): Promise<string | undefined> {
  switch (source.in) {
    case 'reference': {
      const to = recordTypeNamed(source.to);
      return (await idsThere(em, to, [value as number])).length > 0
        ? undefined
        : `must be the id of ${withArticle(spoken(to))} that exists, or 0 for none`;
    }
    case 'lookup':
    case 'code': {
      const key = identifier(source.in === 'lookup' ? 'id' : 'code');
      const found = await rows(em, sql`SELECT ${key} FROM lookup WHERE list = ${source.list} AND ${key} = ${value}`);
      // to servers a code with a space behind it is the same
      return found.some(([same]) => same === value)
        ? undefined
        : `must be ${source.in === 'lookup' ? 'the id' : 'the code'} of an entry of the list ${source.list}`;
    }
    default:
      return undefined;
  }
}

/** Those of the ids that a record which is not deleted has. */
export async function idsThere(em: EntityManager, type: RecordType, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const live = type.softDeleted ? sql` AND deleted = 0` : sql``;
  const found = await rows(em, sql`SELECT id FROM ${identifier(type.table)} WHERE id IN (${values(ids)})${live}`);
  return found.map(([id]) => id as number);
}
