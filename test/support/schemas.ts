import { Ajv, type ErrorObject } from 'ajv';
import addFormats from 'ajv-formats';
import type { OpenAPIObject } from '@nestjs/swagger';

export type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
export type Schema = Schemas[string];
type JsonSchema = { readonly [name: string]: unknown };

/** Checks values against the schemas of a document: a field that they do not name is a fault, too. */
export class SchemaCheck {
  private readonly ajv = addFormats(new Ajv({ strict: false, allErrors: true }));

  constructor(schemas: Schemas) {
    for (const [name, schema] of Object.entries(schemas)) this.ajv.addSchema(strict(schema), `#/components/schemas/${name}`);
  }

  /** What is wrong with a value, with where it is; nothing when it is as documented. */
  faults(schema: Schema, value: unknown): string[] {
    const validate = this.ajv.compile(strict(schema));
    return validate(value) ? [] : (validate.errors ?? []).map(sentence);
  }
}

const sentence = ({ instancePath, message, params }: ErrorObject): string => `${instancePath} ${message} ${JSON.stringify(params)}`;

/** In JSON Schema's words: null is a type of its own, and an object has the fields that are named. */
function strict(schema: Schema): JsonSchema {
  if ('$ref' in schema) return { $ref: schema.$ref };
  const { nullable, allOf, oneOf, items, properties, ...own } = schema;
  const said: JsonSchema = {
    ...own,
    ...(allOf && { allOf: allOf.map(strict) }),
    ...(oneOf && { oneOf: oneOf.map(strict) }),
    ...(items && { items: strict(items) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, strict(each)])),
      additionalProperties: schema.additionalProperties ?? false,
    }),
  };
  return nullable ? { anyOf: [said, { type: 'null' }] } : said;
}

/** A schema and those within it, each with where it stands; references are not followed. */
export function* withinSchema(schema: Schema, at: string): Generator<readonly [at: string, schema: Exclude<Schema, { $ref: string }>]> {
  if ('$ref' in schema) return;
  yield [at, schema];
  for (const [name, property] of Object.entries(schema.properties ?? {})) yield* withinSchema(property, `${at}/${name}`);
  for (const [index, part] of [...(schema.allOf ?? []), ...(schema.oneOf ?? [])].entries()) yield* withinSchema(part, `${at}|${index}`);
  if (schema.items) yield* withinSchema(schema.items, `${at}/0`);
}
