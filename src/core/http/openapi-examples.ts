import type { OpenAPIObject } from '@nestjs/swagger';

export type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
type Schema = Schemas[string];
export type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

export const operationsOf = ({ paths }: OpenAPIObject): readonly Operation[] =>
  Object.values(paths).flatMap((item) => METHODS.flatMap((method) => item[method] ?? []));

type Content = Extract<NonNullable<Operation['requestBody']>, { content: unknown }>['content'];
/** Read-only fields are left out of examples of requests. */
type Direction = 'request' | 'response';

/** Adds examples to the parameters and JSON bodies of an operation; that of a body is composed from those of its fields. */
export function addExamples({ parameters = [], requestBody, responses }: Operation, schemas: Schemas): void {
  parameters.forEach(showOwn);
  complete(requestBody, 'request', schemas);
  for (const [status, response] of Object.entries(responses)) if (status.startsWith('2')) complete(response, 'response', schemas);
}

function showOwn(parameter: NonNullable<Operation['parameters']>[number]): void {
  if (!('schema' in parameter) || !parameter.schema || '$ref' in parameter.schema) return;
  parameter.example ??= parameter.schema.example ?? parameter.schema.default;
}

function complete(body: object | undefined, direction: Direction, schemas: Schemas): void {
  const media = body && 'content' in body ? (body.content as Content)['application/json'] : undefined;
  if (media?.schema && media.example === undefined) media.example = exampleOf(media.schema, direction, schemas);
}

/** The schema's own example, else one composed from its parts; undefined if they have none. */
export function exampleOf(schema: Schema, direction: Direction, schemas: Schemas): unknown {
  if ('$ref' in schema) return ofReference(schema.$ref, direction, schemas);
  const { allOf: [part] = [], type, items, properties } = schema;
  if (schema.example !== undefined) return schema.example;
  if (part) return exampleOf(part, direction, schemas);
  if (type === 'array' && items) return [exampleOf(items, direction, schemas)].filter((each) => each !== undefined);
  return properties ? ofProperties(properties, direction, schemas) : undefined;
}

function ofReference(reference: string, direction: Direction, schemas: Schemas): unknown {
  const schema = schemas[reference.split('/').at(-1) ?? ''];
  return schema && exampleOf(schema, direction, schemas);
}

function ofProperties(properties: Schemas, direction: Direction, schemas: Schemas): object {
  const shown = Object.entries(properties).filter(
    ([, property]) => direction === 'response' || !('readOnly' in property && property.readOnly),
  );
  const examples = shown.map(([name, property]) => [name, exampleOf(property, direction, schemas)] as const);
  return Object.fromEntries(examples.filter(([, example]) => example !== undefined));
}
