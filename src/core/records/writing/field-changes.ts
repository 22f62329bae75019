import type { FieldChanges } from '../../changes';
import type { RecordType } from '../../fields/record-type';
import { updatedFields } from './stamps';
import { cellOf, storedFields, type Stored } from './stored';

/** The published differences between two states of a record: no internal keys, no stamps. */
export function fieldChanges<T extends object>(type: RecordType<T>, before: T, after: T): FieldChanges {
  const stamps = updatedFields(type).map(([name]) => name);
  const published = storedFields(type).filter(({ name, hidden }) => !hidden && name !== 'id' && !stamps.includes(name));
  return Object.fromEntries(
    published.flatMap((field) => {
      const [was, is] = [(before as Stored)[field.name], (after as Stored)[field.name]];
      return cellOf(field, was) === cellOf(field, is) ? [] : [[field.name, [was ?? null, is ?? null]] as const];
    }),
  );
}
