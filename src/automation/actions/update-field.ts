import { isStored, type Field } from '../../fields/field';
import type { RecordType } from '../../fields/record-type';
import { complaintOf } from '../../fields/shapes';
import { LONG_TEXT } from '../../database/columns';
import { labelOf } from '../../query/catalogue';
import { filterableField } from '../../query/filterable';
import { SUBJECTS } from '../catalogue/modules';
import type { Complaint } from '../definition/complaint';
import type { ActionDefinition } from './action';
import { quoted } from './plain-words';
import type { UpdateFieldParams } from './params';
import { paramsForm } from './params-schema';

const form = paramsForm<UpdateFieldParams>({
  field: { type: 'string', minLength: 1, maxLength: 100 },
  value: { type: ['string', 'number', 'boolean', 'null'], maxLength: LONG_TEXT },
});

/** The field of a record that a rule may write; the name in either case. */
export function writableField(type: RecordType, name: string): Field | undefined {
  const field = filterableField(type, name);
  return field && isStored(field) && !field.derived ? field : undefined;
}

function faults({ field: name, value }: UpdateFieldParams, _: RecordType, target: RecordType): Complaint[] {
  const field = writableField(target, name);
  if (!field)
    return [
      { pointer: '/field', detail: `must be a field of ${target.name} that can be written: stored, and not computed by the service` },
    ];
  const detail = complaintOf(field, value);
  return detail === undefined ? [] : [{ pointer: '/value', detail }];
}

export const updateField: ActionDefinition<UpdateFieldParams> = {
  title: 'Update a field',
  actsOn: SUBJECTS,
  form,
  faults,
  describe: ({ field, value }) => {
    if (value === null || value === '') return `clear ${labelOf(field)}`;
    return `set ${labelOf(field)} to ${typeof value === 'string' ? quoted(value) : String(value)}`;
  },
};
