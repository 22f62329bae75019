import type { View } from '../../database/transactions';
import { perType } from '../../fields/per-type';
import type { RecordType } from '../../fields/record-type';
import { createdFields, updatedFields } from '../../fields/stamp-fields';
import type { Stored } from './stored';

const whenCreated = perType((type) => [...createdFields(type), ...updatedFields(type)]);
const whenUpdated = perType(updatedFields);

/** Who made the record and when, in whichever fields its type has for that. */
export const stampCreated = <T extends object>(view: View, type: RecordType<T>, record: T): void =>
  stamp(view, record as Stored, whenCreated(type));

/** Who changed the record last and when. */
export const stampUpdated = <T extends object>(view: View, type: RecordType<T>, record: T): void =>
  stamp(view, record as Stored, whenUpdated(type));

function stamp({ caller, now }: View, record: Stored, fields: ReturnType<typeof updatedFields>): void {
  for (const [name, kind] of fields) record[name] = kind === 'at' ? now : caller.userID;
}
