import type { FieldChanges } from '../../changes';
import type { Field } from '../../fields/field';
import { perType } from '../../fields/per-type';
import type { RecordType } from '../../fields/record-type';
import { updatedFields } from './stamps';
import { cellOf, storedFields, type Stored } from './stored';

/** The published differences between two states of a record: no internal keys, no stamps. */
export function fieldChanges<T extends object>(type: RecordType<T>, before: T, after: T): FieldChanges {
  const changes: Record<string, readonly [unknown, unknown]> = {};
  for (const field of publishedFields(type)) {
    const [was, is] = [(before as Stored)[field.name], (after as Stored)[field.name]];
    if (was !== is && cellOf(field, was) !== cellOf(field, is)) changes[field.name] = [was ?? null, is ?? null];
  }
  return changes;
}

/** The fields that changes of a record name. */
export const publishedFields = perType((type): readonly Field[] => {
  const stamps = updatedFields(type).map(([name]) => name);
  return storedFields(type).filter(({ name, hidden }) => !hidden && name !== 'id' && !stamps.includes(name));
});
