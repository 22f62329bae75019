import type { View } from '../../database/transactions';
import type { RecordType } from '../../fields/record-type';
import { CREATED, UPDATED } from '../../fields/stamp-fields';

/** Who made the record and when, in whichever fields its type has for that. */
export function stampCreated<T extends object>(view: View, type: RecordType<T>, record: T): void {
  stamp(view, type, record, CREATED);
  stamp(view, type, record, UPDATED);
}

/** Who changed the record last and when. */
export const stampUpdated = <T extends object>(view: View, type: RecordType<T>, record: T): void => stamp(view, type, record, UPDATED);

function stamp({ caller, now }: View, type: RecordType, record: object, fields: { at: readonly string[]; by: readonly string[] }): void {
  fields.at.filter((name) => type.findField(name)).forEach((name) => Object.assign(record, { [name]: now }));
  fields.by.filter((name) => type.findField(name)).forEach((name) => Object.assign(record, { [name]: caller.userID }));
}
