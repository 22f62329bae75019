import type { Field } from '../../fields/field';
import { perType } from '../../fields/per-type';
import type { RecordType } from '../../fields/record-type';
import { copyOf, storedFields, type Stored } from './stored';

/** The fields of a body that can be written: stored ones that the service does not compute. */
export const writableFields = perType((type): readonly Field[] => storedFields(type).filter((field) => !field.derived));

/**
 * A copy of a record with a validated body applied: absent = unchanged, null = cleared, a reference of 0 = none.
 * The record itself is not changed.
 */
export function applyPatch<T extends object>(type: RecordType<T>, record: T, body: object): T {
  const after = copyOf(type, record);
  for (const field of writableFields(type)) {
    const sent = (body as Stored)[field.name];
    if (sent !== undefined) (after as Stored)[field.name] = storedValue(field, sent);
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
