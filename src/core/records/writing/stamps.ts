import type { View } from '../../database/transactions';
import type { RecordType } from '../../fields/record-type';

const CREATED = { at: ['createdDate', 'dateCreated'], by: ['createdByID'] } as const;
const UPDATED = { at: ['updatedDate', 'lastUpdateDate', 'lastUpdatedDate'], by: ['updatedByID', 'lastUpdatedByID'] } as const;

/** Who made the record and when, in whichever fields its type has for that. */
export function stampCreated<T extends object>(view: View, type: RecordType<T>, record: T): void {
  stamp(view, type, record, CREATED);
  stamp(view, type, record, UPDATED);
}

/** Who changed the record last and when. */
export const stampUpdated = <T extends object>(view: View, type: RecordType<T>, record: T): void => stamp(view, type, record, UPDATED);

type StampField = readonly [name: string, kind: 'at' | 'by'];

/** The fields that say when and by whom a record was made. */
export const createdFields = (type: RecordType): StampField[] => fieldsIn(type, CREATED);

/** The fields that say when and by whom a record was changed last. */
export const updatedFields = (type: RecordType): StampField[] => fieldsIn(type, UPDATED);

const fieldsIn = (type: RecordType, names: typeof CREATED | typeof UPDATED): StampField[] =>
  (['at', 'by'] as const).flatMap((kind) => names[kind].flatMap((name) => (type.findField(name) ? [[name, kind] as const] : [])));

function stamp({ caller, now }: View, type: RecordType, record: object, fields: { at: readonly string[]; by: readonly string[] }): void {
  fields.at.filter((name) => type.findField(name)).forEach((name) => Object.assign(record, { [name]: now }));
  fields.by.filter((name) => type.findField(name)).forEach((name) => Object.assign(record, { [name]: caller.userID }));
}
