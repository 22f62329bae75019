import { isStored, type Field } from '../../fields/field';
import type { RecordType } from '../../fields/record-type';

/** The field by which a record of the type goes through its course: of whichever of these names it has. */
const STATUS = ['statusID', 'stageID', 'profileStatusID'] as const;
/** The field that says who looks after a record. */
const OWNER = ['ownerID', 'consultantID1', 'assignedToID'] as const;

export const statusFieldOf = (type: RecordType): Field | undefined => firstOf(type, STATUS);
export const ownerFieldOf = (type: RecordType): Field | undefined => firstOf(type, OWNER);

const firstOf = (type: RecordType, names: readonly string[]): Field | undefined =>
  names.map((name) => type.findField(name)).find((field) => field && isStored(field) && !field.derived);
