import type { OpenAPIObject } from '@nestjs/swagger';

export type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
type Schema = Schemas[string];
export type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Content = Extract<NonNullable<Operation['requestBody']>, { content: unknown }>['content'];
/** Where an example is shown: what is only read is not sent. */
type Direction = 'request' | 'answer';

/** Gives the parameters and JSON bodies of an operation an example each; that of a body is put together from those of its fields. */
export function addExamples(operation: Operation, schemas: Schemas): void {
  const { parameters = [], requestBody, responses } = operation;
  for (const parameter of parameters) {
    if ('schema' in parameter && parameter.schema && !('$ref' in parameter.schema)) parameter.example ??= parameter.schema.example ?? parameter.schema.default;
  }
  if (requestBody && 'content' in requestBody) complete(requestBody.content, 'request', schemas);
  for (const [status, response] of Object.entries(responses)) {
    if (status.startsWith('2') && response && 'content' in response && response.content) complete(response.content, 'answer', schemas);
  }
}

function complete(content: Content, direction: Direction, schemas: Schemas): void {
  const media = content['application/json'];
  if (!media?.schema || media.example !== undefined || media.examples) return;
  media.example = exampleOf(media.schema, direction, schemas);
}

/** The schema's own example, else one made of its parts; undefined when they have none. */
export function exampleOf(schema: Schema, direction: Direction, schemas: Schemas): unknown {
  if ('$ref' in schema) return ofReference(schema.$ref, direction, schemas);
  const { example, allOf: [part] = [], type, items, properties } = schema;
  if (example !== undefined) return example;
  if (part) return exampleOf(part, direction, schemas);
  if (type === 'array' && items) return [exampleOf(items, direction, schemas)].filter((each) => each !== undefined);
  return properties ? ofProperties(properties, direction, schemas) : undefined;
}

function ofReference(reference: string, direction: Direction, schemas: Schemas): unknown {
  const schema = schemas[reference.split('/').at(-1) ?? ''];
  return schema && exampleOf(schema, direction, schemas);
}

function ofProperties(properties: Schemas, direction: Direction, schemas: Schemas): object {
  const shown = Object.entries(properties).filter(([, property]) => direction === 'answer' || !('readOnly' in property && property.readOnly));
  const examples = shown.map(([name, property]) => [name, exampleOf(property, direction, schemas)] as const);
  return Object.fromEntries(examples.filter(([, example]) => example !== undefined));
}
