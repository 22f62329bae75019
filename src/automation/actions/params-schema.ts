import { INT32 } from '../../fields/values';
import { JsonForm, type JsonSchema } from '../definition/json-form';

/** More than white space. */
export const text = (maxLength: number): JsonSchema => ({
  type: 'string',
  minLength: 1,
  maxLength,
  pattern: '\\S',
  description: `a text of 1 to ${maxLength} characters`,
});

export const ID: JsonSchema = {
  type: 'integer',
  minimum: 1,
  maximum: INT32.maximum,
  description: `an id: a whole number from 1 to ${INT32.maximum}`,
};

export const userOr = (...words: string[]): JsonSchema => ({
  anyOf: [
    { type: 'string', enum: words },
    { type: 'integer', minimum: 1, maximum: INT32.maximum },
  ],
  description: `the id of a user or ${words.map((word) => `"${word}"`).join(' or ')}`,
});

const TARGET: JsonSchema = { type: 'string', minLength: 1, maxLength: 100 };

/** The form of an action's params; `optional` ones may be left out, and so may `target`. */
export function paramsForm<P>(
  required: Record<string, JsonSchema>,
  optional: Record<string, JsonSchema> = {},
  more: JsonSchema = {},
): JsonForm<P> {
  return new JsonForm<P>({
    type: 'object',
    additionalProperties: false,
    required: Object.keys(required),
    properties: { ...required, ...optional, target: TARGET },
    ...more,
  });
}
