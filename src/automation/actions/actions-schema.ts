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
        description:
          'an object that says how often a failing action is tried. With delaySeconds its record waits so long after the first attempt, twice as long after each further one, an hour at the most: nothing of it stays done meanwhile, and the other records go on',
        properties: {
          attempts: {
            type: 'integer',
            minimum: 1,
            maximum: 10,
            description: 'a number of attempts, the first one included: at least 1, at most 10',
          },
          delaySeconds: {
            type: 'integer',
            minimum: 1,
            maximum: 3600,
            description: 'a whole number of seconds from 1 to 3600; absent: the action is tried again at once',
          },
        },
      },
    },
  },
};
