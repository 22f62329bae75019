import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { OpenAPIObject } from '@nestjs/swagger';

export type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
export type Schema = Schemas[string];
type JsonSchema = { readonly [name: string]: unknown };

/** Validates values against the schemas of an OpenAPI document; undocumented fields are violations, too. */
export class SchemaCheck {
  private readonly ajv = addFormats(new Ajv({ strict: false, allErrors: true }));
  /** Compiling takes longer than validating. */
  private readonly compiled = new Map<Schema, ValidateFunction>();

  constructor(schemas: Schemas) {
    for (const [name, schema] of Object.entries(schemas)) this.ajv.addSchema(strict(schema), `#/components/schemas/${name}`);
  }

  /** The violations of a value with their paths; empty when it matches the schema. */
  violations(schema: Schema, value: unknown): string[] {
    const validate = this.compiled.get(schema) ?? this.ajv.compile(strict(schema));
    this.compiled.set(schema, validate);
    return validate(value) ? [] : (validate.errors ?? []).map(sentence);
  }
}

const sentence = ({ instancePath, message, params }: ErrorObject): string => `${instancePath} ${message} ${JSON.stringify(params)}`;

/** Converts an OpenAPI 3.0 schema to JSON Schema, without additional properties. */
function strict(schema: Schema): JsonSchema {
  if ('$ref' in schema) return { $ref: schema.$ref };
  const { nullable, allOf, oneOf, items, properties, ...own } = schema;
  const converted: JsonSchema = {
    ...own,
    ...(allOf && { allOf: allOf.map(strict) }),
    ...(oneOf && { oneOf: oneOf.map(strict) }),
    ...(items && { items: strict(items) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, strict(each)])),
      additionalProperties: schema.additionalProperties ?? false,
    }),
  };
  return nullable ? { anyOf: [converted, { type: 'null' }] } : converted;
}

/** A schema and its subschemas with their paths; references are not followed. */
export function* withinSchema(schema: Schema, at: string): Generator<readonly [at: string, schema: Exclude<Schema, { $ref: string }>]> {
  if ('$ref' in schema) return;
  yield [at, schema];
  for (const [name, property] of Object.entries(schema.properties ?? {})) yield* withinSchema(property, `${at}/${name}`);
  for (const [index, part] of [...(schema.allOf ?? []), ...(schema.oneOf ?? [])].entries()) yield* withinSchema(part, `${at}|${index}`);
  if (schema.items) yield* withinSchema(schema.items, `${at}/0`);
}
