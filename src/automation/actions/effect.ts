import type { Effect } from '../../core/fields/effect';
import type { Field } from '../../core/fields/field';
import type { RecordType } from '../../core/fields/record-type';

export type { Effect };

/** No effect if the type has no such field: the action then fails. */
export const fieldWritten = ({ name: type }: RecordType, field: Field | undefined, value?: unknown): Effect[] =>
  field ? [{ kind: 'fieldWritten', type, field: field.name, value }] : [];
