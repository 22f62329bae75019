import type { FieldChanges } from '../../changes';
import { changedFields } from '../../fields/changed-fields';
import type { RecordType } from '../../fields/record-type';
import { cellOf, type Stored } from './stored';

/** The published differences between two states of a record. */
export function fieldChanges<T extends object>(type: RecordType<T>, before: T, after: T): FieldChanges {
  const changes: Record<string, readonly [unknown, unknown]> = {};
  for (const field of changedFields(type)) {
    const [was, is] = [(before as Stored)[field.name], (after as Stored)[field.name]];
    if (was !== is && cellOf(field, was) !== cellOf(field, is)) changes[field.name] = [was ?? null, is ?? null];
  }
  return changes;
}
