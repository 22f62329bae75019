import type { JsonSchema } from '../definition/schema-parser';
import type { ActionDefinition } from './action-definition';

/** `actionsJSON`; the params of each type of action have their own schema. */
export const actionsSchema = (definitions: readonly ActionDefinition[]): JsonSchema => ({
  type: 'array',
  maxItems: 50,
  items: {
    type: 'object',
    additionalProperties: false,
    required: ['type', 'params'],
    properties: {
      id: { type: 'string', minLength: 1, maxLength: 50 },
      type: { type: 'string', enum: definitions.map(({ type }) => type) },
      params: { type: 'object' },
      onError: { type: 'string', enum: ['stop', 'continue'] },
      retry: {
        type: 'object',
        additionalProperties: false,
        required: ['attempts'],
        description:
          'an object with the number of attempts for a failing action. With delaySeconds, the record is tried again after that time, ' +
          'which doubles with each further attempt, up to an hour; until then all its actions are rolled back, and the run continues ' +
          'with other records',
        properties: {
          attempts: {
            type: 'integer',
            minimum: 1,
            maximum: 10,
            description: 'a number of attempts from 1 to 10, including the first',
          },
          delaySeconds: {
            type: 'integer',
            minimum: 1,
            maximum: 3600,
            description: 'a whole number of seconds from 1 to 3600; if absent, the action is retried immediately',
          },
        },
      },
    },
  },
});
