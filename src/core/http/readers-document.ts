import type { OpenAPIObject } from '@nestjs/swagger';
import { coreEndpointsFirst } from './core-endpoints';
import { operationsOf, type Operation } from './openapi-examples';

type Json = { readonly [name: string]: unknown };

/** Problems that any request can meet: the page says so once, since each takes the browser time before it shows anything. */
const ANYWHERE = ['400', '401', '403', '406', '413', '415', '429', '500', '503'];
const WHEREVER =
  ' Any request can be answered with a problem: 400 for what is not valid, 401 and 403 for a key or scope that is missing, 406, 413 and 415 ' +
  'for formats and sizes, 429 for too many requests, 500, and 503 while the service is overloaded. [All problems](/problems).';

/** The document with the ten endpoints first, what applies everywhere said once, and the fields by which operations are found. */
export function forReaders(document: OpenAPIObject): OpenAPIObject {
  const copy = structuredClone(document);
  const fields = new FieldNames(copy);
  for (const operation of operationsOf(copy)) {
    Object.assign(operation, { 'x-fields': fields.of(operation).join(' ') });
    for (const status of ANYWHERE) delete operation.responses[status];
  }
  copy.info.description += WHEREVER;
  return coreEndpointsFirst(copy);
}

/** What the list of operations shows. */
const LISTED = ['tags', 'summary', 'operationId', 'deprecated'] as const satisfies readonly (keyof Operation)[];

/** The list of operations alone, without parameters and bodies. It has one schema: without any, Swagger UI shows none later. */
export function outlineOf({ components = {}, paths, ...others }: OpenAPIObject): object {
  const outline = (item: object): object =>
    Object.fromEntries(
      Object.entries(item).map(([method, operation]: [string, Operation]) => [
        method,
        Object.fromEntries(LISTED.filter((name) => name in operation).map((name) => [name, operation[name]])),
      ]),
    );
  return {
    ...others,
    components: {
      securitySchemes: components.securitySchemes,
      schemas: Object.fromEntries(
        Object.keys(components.schemas ?? {})
          .slice(0, 1)
          .map((name) => [name, {}]),
      ),
    },
    paths: Object.fromEntries(Object.entries(paths).map(([path, item]) => [path, outline(item)])),
  };
}

/** The names of the fields of requests and responses. */
class FieldNames {
  private readonly ofSchemas = new Map<string, ReadonlySet<string>>();

  constructor(private readonly document: OpenAPIObject) {}

  of({ parameters = [], requestBody, responses }: Operation): readonly string[] {
    const own = parameters.flatMap((each) => ('name' in each ? [each.name] : []));
    return [...new Set([...own, ...this.within([requestBody, responses])])];
  }

  /** Custom fields are alike, and have no names of their own here. */
  private within(part: unknown): readonly string[] {
    if (typeof part !== 'object' || part === null) return [];
    return Object.entries(part as Json).flatMap(([key, value]) => {
      if (key === 'example') return [];
      if (key === '$ref') return [...this.ofSchema(String(value))];
      const names = key === 'properties' ? Object.keys(value as Json).filter((name) => !/^customField\d/.test(name)) : [];
      return [...names, ...this.within(value)];
    });
  }

  private ofSchema(reference: string): ReadonlySet<string> {
    const known = this.ofSchemas.get(reference);
    if (known) return known;
    // a schema that contains itself adds nothing to itself
    this.ofSchemas.set(reference, new Set());
    const found = new Set(this.within(this.document.components?.schemas?.[reference.split('/').at(-1) ?? '']));
    this.ofSchemas.set(reference, found);
    return found;
  }
}
