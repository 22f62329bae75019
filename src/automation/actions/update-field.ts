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
import { params } from './params/params';
import { setField } from './performing/set-field';

const FIELD: Param<string> = { schema: { type: 'string', minLength: 1, maxLength: 100 } };
const VALUE: Param<string | number | boolean | null> = {
  schema: { type: ['string', 'number', 'boolean', 'null'], maxLength: LONG_TEXT },
};

export const updateField = defineAction({
  type: 'updateField',
  title: 'Update a field',
  actsOn: AUTOMATION_RECORD_TYPES,
  params: params({ field: FIELD, value: VALUE }),
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
  environmentError: async ({ field: name, value }, target, { em }) => {
    const field = writableField(target, name);
    if (!field || !value || typeof value === 'boolean') return undefined;
    const detail = await validateReference(em, field, value);
    return detail === undefined ? undefined : { pointer: '/value', detail };
  },
  effects: ({ field, value }, target) => fieldWritten(target, writableField(target, field), value),
  contacts: null,
  perform: (transaction, { params: { field, value } }, { target }) =>
    setField(transaction, target, writableField(target.type, field), `field ${field} that can be written`, value),
});
