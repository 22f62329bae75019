import { INT32, intRule } from './value-rules';

const MAX_DIVISIONS = 1000;

/** The OpenAPI schema of a list of divisions in a body. */
export const DIVISION_IDS = {
  type: 'array',
  maxItems: MAX_DIVISIONS,
  example: [1, 2],
  description: 'Ids of divisions.',
  items: { type: 'integer', format: 'int32', ...INT32, minimum: 1 },
} as const;

/** @returns what is wrong with it; undefined: nothing. Whether the divisions exist is not looked at. */
export function validateDivisionIDs(value: unknown): string | undefined {
  if (!Array.isArray(value)) return 'must be an array';
  if (value.length > MAX_DIVISIONS) return `must have at most ${MAX_DIVISIONS} items`;
  const wrong = value.findIndex((each) => intRule(1).validate(each) !== undefined);
  return wrong < 0 ? undefined : `must be an array of ids; item ${wrong} is not an id`;
}
