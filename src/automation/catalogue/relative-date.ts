import type { JsonSchema } from '../definition/schema-parser';
import { TIME_UNITS } from '../../core/query/tree';

/** A date in a filter rule, relative to now; a negative amount is in the past. */
export const RELATIVE_DATE_SCHEMA: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['relative'],
  properties: {
    relative: {
      type: 'object',
      additionalProperties: false,
      required: ['amount', 'unit'],
      properties: { amount: { type: 'integer' }, unit: { type: 'string', enum: [...TIME_UNITS] } },
    },
  },
};
