import type { OpenAPIObject } from '@nestjs/swagger';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
type Json = { readonly [name: string]: unknown };

const PREFIX = '#/components/schemas/';
/** What classes are called that describe bodies; clients need not know. */
const SUFFIX = /Dto$/;

/** The document as clients generate classes of it: schemas without the suffix of our classes, every choice of schemas with a name. */
export function nameSchemas(document: OpenAPIObject): OpenAPIObject {
  const choices: Record<string, Json> = {};
  const named = mapped(document, (part) => withName(withoutSuffix(part), choices)) as OpenAPIObject;
  const schemas = Object.entries({ ...named.components?.schemas, ...choices }).map(([name, schema]) => [name.replace(SUFFIX, ''), schema]);
  const byName = Object.fromEntries(schemas) as Schemas;
  if (Object.keys(byName).length < schemas.length) throw new Error('Two schemas have the same name but for "Dto": rename one of them.');
  return { ...named, components: { ...named.components, schemas: byName } };
}

/** The object and all within it, the innermost first. */
function mapped(value: unknown, change: (part: Json) => Json): unknown {
  if (Array.isArray(value)) return value.map((each) => mapped(each, change));
  if (typeof value !== 'object' || value === null) return value;
  return change(Object.fromEntries(Object.entries(value).map(([name, each]) => [name, name === 'example' ? each : mapped(each, change)])));
}

const withoutSuffix = (part: Json): Json => (typeof part['$ref'] === 'string' ? { ...part, $ref: part['$ref'].replace(SUFFIX, '') } : part);

/** A choice (`oneOf`) that has a title becomes a schema of that name, since generators make names of their own otherwise. */
function withName(part: Json, choices: Record<string, Json>): Json {
  const { oneOf, title, ...rest } = part;
  if (!Array.isArray(oneOf) || typeof title !== 'string') return part;
  choices[title] = { oneOf };
  const reference = { $ref: `${PREFIX}${title}` };
  return Object.keys(rest).length === 0 ? reference : { allOf: [reference], ...rest };
}

const NAMES = ['name', 'title', 'fullName', 'firstName', 'surname', 'lastName', 'candidateDisplayName'];
const STAMPS = ['createdByID', 'createdDate', 'updatedByID', 'updatedDate', 'deleted'];

/** What readers look for first: 0; what they hardly ever look for: 4. */
function rankOf(field: string): number {
  if (['id', 'ssid'].includes(field)) return 0;
  if (NAMES.includes(field)) return 1;
  if (STAMPS.includes(field)) return 3;
  return /^customField\d+$/.test(field) ? 4 : 2;
}

/** Puts the id and the names first, and custom fields last, in the schemas and what is composed of them. */
export function orderFields(schemas: Schemas): void {
  for (const schema of Object.values(schemas)) {
    if (!('properties' in schema) || !schema.properties) continue;
    const fields = Object.entries(schema.properties);
    schema.properties = Object.fromEntries(fields.sort(([one], [other]) => rankOf(one) - rankOf(other)));
  }
}
