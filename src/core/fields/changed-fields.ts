import { isStored, type Field } from './field';
import { perType } from './per-type';
import { updatedFields } from './stamp-fields';

/** The stored fields that changes of a record name: no internal keys, no stamps. */
export const changedFields = perType((type): readonly Field[] => {
  const stamps = updatedFields(type).map(([name]) => name);
  return type.fields.filter((field) => isStored(field) && !field.hidden && field.name !== 'id' && !stamps.includes(field.name));
});
