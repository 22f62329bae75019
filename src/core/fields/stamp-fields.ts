import type { RecordType } from './record-type';

export const CREATED = { at: ['createdDate', 'dateCreated'], by: ['createdByID'] } as const;
export const UPDATED = { at: ['updatedDate', 'lastUpdateDate', 'lastUpdatedDate'], by: ['updatedByID', 'lastUpdatedByID'] } as const;

type StampField = readonly [name: string, kind: 'at' | 'by'];

/** The fields that say when and by whom a record was made. */
export const createdFields = (type: RecordType): StampField[] => fieldsIn(type, CREATED);

/** The fields that say when and by whom a record was changed last. */
export const updatedFields = (type: RecordType): StampField[] => fieldsIn(type, UPDATED);

const fieldsIn = (type: RecordType, names: typeof CREATED | typeof UPDATED): StampField[] =>
  (['at', 'by'] as const).flatMap((kind) => names[kind].flatMap((name) => (type.findField(name) ? [[name, kind] as const] : [])));
