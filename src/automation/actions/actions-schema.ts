import type { JsonSchema } from '../definition/json-form';
import { ACTION_TYPES } from './definitions';

/** `actionsJSON`; the params have a schema of their own for each type. */
export const ACTIONS_SCHEMA: JsonSchema = {
  type: 'array',
  maxItems: 50,
  items: {
    type: 'object',
    additionalProperties: false,
    required: ['type', 'params'],
    properties: {
      id: { type: 'string', minLength: 1, maxLength: 50 },
      type: { type: 'string', enum: [...ACTION_TYPES] },
      params: { type: 'object' },
      onError: { type: 'string', enum: ['stop', 'continue'] },
      retry: {
        type: 'object',
        additionalProperties: false,
        required: ['attempts'],
        properties: { attempts: { type: 'integer', minimum: 1, maximum: 10 } },
      },
    },
  },
};
