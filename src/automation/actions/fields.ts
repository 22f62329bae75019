import { isStored, type Field } from '../../core/fields/field';
import type { RecordType } from '../../core/fields/record-type';
import { filterableField } from '../../core/query/filterable';

/** The names of fields that hold the status of a record; a type has at most one of them. */
const STATUS = ['statusID', 'stageID', 'profileStatusID'] as const;
/** The names of fields that hold the owner of a record. */
const OWNER = ['ownerID', 'consultantID1', 'assignedToID'] as const;

export const statusFieldOf = (type: RecordType): Field | undefined => firstOf(type, STATUS);
export const ownerFieldOf = (type: RecordType): Field | undefined => firstOf(type, OWNER);

/** The field that a rule may write; the name is not case-sensitive. */
export const writableField = (type: RecordType, name: string): Field | undefined => ifWritable(filterableField(type, name));

const firstOf = (type: RecordType, names: readonly string[]): Field | undefined =>
  names.map((name) => ifWritable(type.findField(name))).find((field) => field !== undefined);

const ifWritable = (field: Field | undefined): Field | undefined => (field && isStored(field) && !field.derived ? field : undefined);
