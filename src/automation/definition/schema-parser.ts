import type { ErrorObject, SchemaObject } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019';
import { below } from '../../core/problems/pointers';
import type { ValidationError, ParseResult } from './parse-result';

export type JsonSchema = SchemaObject;

const ajv = new Ajv2019({ allErrors: true, verbose: true, discriminator: true, strict: true, allowUnionTypes: true });

/** Parses JSON values by a JSON Schema; the schema that is published is the one that is checked. */
export class SchemaParser<T> {
  constructor(readonly schema: JsonSchema) {}

  /** The unchanged value, or an error for every violation of the schema. */
  parse(value: unknown): ParseResult<T> {
    const validate = ajv.compile<T>(this.schema);
    return validate(value) ? { value } : { errors: toValidationErrors(validate.errors ?? []) };
  }
}

/**
 * The errors of ajv as messages. If the schema describes its values (`description`: a noun phrase such as "a local time
 * such as 09:30"), the message is that description, which tells a reader more than the violated keyword.
 */
function toValidationErrors(errors: readonly ErrorObject[]): ValidationError[] {
  const reported = errors.filter((error) => !errors.some((other) => makesRedundant(other, error)));
  return reported.map((error) => ({ pointer: pointerOf(error), detail: detailOf(error) }));
}

/**
 * An error of oneOf or anyOf makes those of its branches redundant, one of a branch that of its `if`, and one about the allowed values that
 * about the type.
 */
function makesRedundant(whole: ErrorObject, part: ErrorObject): boolean {
  if (part.keyword === 'if') return whole !== part;
  if (['oneOf', 'anyOf'].includes(whole.keyword)) return part.schemaPath.startsWith(`${whole.schemaPath}/`);
  const sameValue = whole.instancePath === part.instancePath && whole.parentSchema === part.parentSchema;
  return sameValue && part.keyword === 'type' && whole.keyword !== 'type';
}

function pointerOf({ instancePath, keyword, params }: ErrorObject): string {
  const { missingProperty, additionalProperty, tag } = params as Record<string, string | undefined>;
  const key = {
    required: missingProperty,
    dependentRequired: missingProperty,
    additionalProperties: additionalProperty,
    discriminator: tag,
  }[keyword];
  return key === undefined ? instancePath : below(instancePath, key);
}

const items = (limit: unknown): string => (limit === 1 ? '1 item' : `${String(limit)} items`);
const json = (values: readonly unknown[]): string => values.map((value) => JSON.stringify(value)).join(', ');
const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
  null: 'null',
};

const details: Readonly<Record<string, (error: ErrorObject) => string>> = {
  required: () => 'is required',
  dependentRequired: ({ params }) => `is required when ${String(params['property'])} is given`,
  additionalProperties: ({ parentSchema }) => `is unknown; allowed: ${Object.keys(parentSchema?.['properties'] as object).join(', ')}`,
  type: ({ params }) =>
    `must be ${[params['type']]
      .flat()
      .map((type) => TYPES[String(type)])
      .join(' or ')}`,
  enum: ({ params }) => `must be one of ${json(params['allowedValues'] as unknown[])}`,
  const: ({ params }) => `must be ${json([params['allowedValue']])}`,
  minimum: ({ params }) => `must be at least ${String(params['limit'])}`,
  maximum: ({ params }) => `must be at most ${String(params['limit'])}`,
  minLength: ({ params }) => (params['limit'] === 1 ? 'must not be empty' : `must be at least ${String(params['limit'])} characters long`),
  maxLength: ({ params }) => `must be at most ${String(params['limit'])} characters long`,
  minItems: ({ params }) => `must have at least ${items(params['limit'])}`,
  maxItems: ({ params }) => `must have at most ${items(params['limit'])}`,
  uniqueItems: () => 'must not contain duplicates',
  discriminator: ({ parentSchema }) => `must be one of ${json(allowedKinds(parentSchema as SchemaObject | undefined))}`,
};

function detailOf(error: ErrorObject): string {
  const description = error.parentSchema?.['description'] as string | undefined;
  if (description && !['required', 'additionalProperties', 'discriminator'].includes(error.keyword)) return `must be ${description}`;
  return details[error.keyword]?.(error) ?? error.message ?? 'is not valid';
}

const allowedKinds = (schema: SchemaObject | undefined): unknown[] =>
  (schema?.['oneOf'] as SchemaObject[]).map(
    (branch) => ((branch['properties'] as Record<string, SchemaObject>)['kind'] as SchemaObject)['const'] as unknown,
  );
