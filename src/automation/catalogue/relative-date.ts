import type { JsonSchema } from '../definition/json-form';
import { UNITS } from '../../query/tree';

/** A date in a rule of a filter, counted from the present; negative: back. */
export const RELATIVE_DATE_SCHEMA: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['relative'],
  properties: {
    relative: {
      type: 'object',
      additionalProperties: false,
      required: ['amount', 'unit'],
      properties: { amount: { type: 'integer' }, unit: { type: 'string', enum: [...UNITS] } },
    },
  },
};
