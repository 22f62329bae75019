import type { ErrorObject, SchemaObject } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019';
import { below } from '../../http/pointers';
import type { Complaint, Reading } from './complaint';

export type JsonSchema = SchemaObject;

const ajv = new Ajv2019({ allErrors: true, verbose: true, discriminator: true, strict: true, allowUnionTypes: true });

/** A form of JSON values, said by a JSON Schema alone: what is published is what is checked. */
export class JsonForm<T> {
  constructor(readonly schema: JsonSchema) {}

  /** The value as it came, or one complaint for every fault of its form. */
  read(value: unknown): Reading<T> {
    const validate = ajv.compile<T>(this.schema);
    return validate(value) ? { value } : { complaints: complaintsOf(validate.errors ?? []) };
  }
}

/**
 * The errors of ajv as sentences. A schema that says its values in words (`description`: a noun phrase such as
 * "a local time such as 09:30") is quoted where the keyword alone tells a reader nothing.
 */
function complaintsOf(errors: readonly ErrorObject[]): Complaint[] {
  const told = errors.filter((error) => !errors.some((other) => covers(other, error)));
  return told.map((error) => ({ pointer: pointerOf(error), detail: detailOf(error) }));
}

/** The branches of an alternative say less than the alternative as a whole, a type less than the values allowed. */
function covers(whole: ErrorObject, part: ErrorObject): boolean {
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

const entries = (limit: unknown): string => (limit === 1 ? '1 entry' : `${String(limit)} entries`);
const json = (values: readonly unknown[]): string => values.map((value) => JSON.stringify(value)).join(', ');
const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
  null: 'null',
};

const details: Readonly<Record<string, (error: ErrorObject) => string>> = {
  required: () => 'is required',
  dependentRequired: ({ params }) => `is required where ${String(params['property'])} is given`,
  additionalProperties: ({ parentSchema }) =>
    `is not known here; allowed: ${Object.keys(parentSchema?.['properties'] as object).join(', ')}`,
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
  minItems: ({ params }) => `must have at least ${entries(params['limit'])}`,
  maxItems: ({ params }) => `must have at most ${entries(params['limit'])}`,
  uniqueItems: () => 'must not name an entry twice',
  discriminator: ({ parentSchema }) => `must be one of ${json(kindsOf(parentSchema as SchemaObject | undefined))}`,
};

function detailOf(error: ErrorObject): string {
  const words = error.parentSchema?.['description'] as string | undefined;
  if (words && !['required', 'additionalProperties', 'discriminator'].includes(error.keyword)) return `must be ${words}`;
  return details[error.keyword]?.(error) ?? error.message ?? 'is not valid';
}

const kindsOf = (schema: SchemaObject | undefined): unknown[] =>
  (schema?.['oneOf'] as SchemaObject[]).map(
    (branch) => ((branch['properties'] as Record<string, SchemaObject>)['kind'] as SchemaObject)['const'] as unknown,
  );
