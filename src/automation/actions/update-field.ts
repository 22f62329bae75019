import { validationError } from '../../core/fields/shapes';
import { labelOf } from '../../core/query/catalogue';
import { validateReference } from '../../core/records';
import { LONG_TEXT } from '../../core/sql/columns';
import { AUTOMATION_RECORD_TYPES } from '../catalogue/modules';
import { defineAction } from './action-definition';
import { fieldWritten } from './effect';
import { writableField } from './fields';
import { quoted } from './format-text';
import type { Param } from './params/param';
import { params, type ParamsOf } from './params/params';
import { setField, setting } from './performing/set-field';

const FIELD: Param<string> = { schema: { type: 'string', minLength: 1, maxLength: 100 } };
const VALUE: Param<string | number | boolean | null> = {
  schema: { type: ['string', 'number', 'boolean', 'null'], maxLength: LONG_TEXT },
};

const PARAMS = params({ field: FIELD, value: VALUE });

export const updateField = defineAction({
  type: 'updateField',
  title: 'Update a field',
  changes: 'Sets the field to the value, null clears it; by the rules of the record type, which may change other records too.',
  actsOn: AUTOMATION_RECORD_TYPES,
  params: PARAMS,
  describe: ({ field, value }) => {
    if (value === null || value === '') return `clear ${labelOf(field)}`;
    return `set ${labelOf(field)} to ${typeof value === 'string' ? quoted(value) : String(value)}`;
  },
  validate: ({ field: name, value }, { target }) => {
    const field = writableField(target, name);
    if (!field) return [{ pointer: '/field', detail: `must be a writable field of ${target.name}: stored, not computed by the service` }];
    const detail = validationError(field, value);
    return detail === undefined ? [] : [{ pointer: '/value', detail }];
  },
  environmentError: async ({ field: name, value }, { target }, view) => {
    const field = writableField(target, name);
    if (!field || !value || typeof value === 'boolean') return undefined;
    const detail = await validateReference(view, field, value);
    return detail === undefined ? undefined : { pointer: '/value', detail };
  },
  effects: ({ field, value }, target) => fieldWritten(target, writableField(target, field), value),
  contacts: null,
  ...setting<ParamsOf<typeof PARAMS>>((transaction, { params: { field, value } }, subjects) =>
    setField(
      transaction,
      subjects,
      { of: (type) => writableField(type, field), name: `field ${field} that can be written` },
      subjects.map(() => value),
    ),
  ),
});
