import type { OpenAPIObject } from '@nestjs/swagger';
import type { Response } from 'supertest';
import { routesOf } from '../src/core/http/routes';
import { startApp, type TestApp } from './support/app';
import { asText } from './support/bulk';
import { contractFaults } from './support/contract-faults';
import { Operation, operationsOf, type Parameter } from './support/operations';
import { SchemaCheck, withinSchema } from './support/schemas';

const takesBody = ({ body }: Operation): boolean => body !== undefined;
/** A file can be a text, too. */
const takesFile = ({ described }: Operation): boolean => /^(Documents_setContent|Candidates_fromResume)$/.test(described.operationId ?? '');
const takesJson = (operation: Operation): boolean => takesBody(operation) && operation.bodyType === 'application/json';
const takesId = (operation: Operation): boolean => operation.takesId;

let service: TestApp;
let document: OpenAPIObject;
let operations: Operation[];
let check: SchemaCheck;

beforeAll(async () => {
  service = await startApp({ FILES_MAX_BYTES: '4194304' });
  document = (await service.http.get('/api/openapi.json').expect(200)).body as OpenAPIObject;
  operations = operationsOf(document);
  check = new SchemaCheck(document.components?.schemas ?? {});
});

afterAll(() => service.close());

describe('The OpenAPI document', () => {
  it('describes every route, and nothing else', () => {
    const served = routesOf(service.app.getHttpAdapter().getInstance()).filter(
      ({ path }) => !/^\/(api\/(docs|openapi\.json)|unsubscribe\/)/.test(path),
    );
    const routes = served.flatMap(({ path, methods }) => methods.map((method) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`));
    expect(operations.map(({ name }) => name).sort()).toEqual([...new Set(routes)].sort());
  });

  it('includes the ten endpoints of the specification', () => {
    expect(operations.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'PUT /api/divisions/{id}/payroll-integration',
        'POST /api/Automation',
        'POST /api/Jobs/Search',
        'POST /api/Automation/Search/Contacts/Filters',
        'PUT /api/Candidates/{id}/V2',
        'GET /api/Candidates/{id}/Activities',
        'PUT /api/Contacts/Search/{id}',
        'PUT /api/Configuration/Placements/Pay-Frequencies/{id}',
        'POST /api/Configuration/JobPosting',
        'POST /api/Configuration/Clients',
      ]),
    );
  });

  it('numbers the ten endpoints as the specification does', () => {
    const numbered = operations.flatMap(({ name, described }) =>
      Object.entries(described).flatMap(([field, number]) => (field === 'x-core-endpoint' ? [[Number(number), name] as const] : [])),
    );
    expect(numbered.map(([number]) => number).toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(new Map(numbered).get(5)).toBe('PUT /api/Candidates/{id}/V2');
  });

  it('gives every operation a unique id, a summary and a tag that is described once', () => {
    const names = document.tags?.map(({ name }) => name) ?? [];
    const incomplete = operations.filter(
      ({ described: { operationId, summary, tags = [] } }) =>
        !operationId || !summary || tags.length !== 1 || !tags.every((tag) => names.filter((name) => name === tag).length === 1),
    );
    expect(incomplete.map(({ name }) => name)).toEqual([]);
    const ids = [...JSON.stringify(document).matchAll(/"operationId":("[^"]*")/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('gives what the service sends an id, too, since clients are generated of it', () => {
    const callbacks = operations.flatMap(({ described }) => Object.values(described.callbacks ?? {}));
    expect(callbacks.length).toBeGreaterThan(0);
    expect(callbacks.filter((each) => !JSON.stringify(each).includes('"operationId":"'))).toEqual([]);
  });

  it('describes every operation in more than its summary', () => {
    const own = ({ described: { description = '' } }: Operation): string =>
      description
        .replace(/Requires the scopes? [\w-]+(:\w+)?( and [\w-]+(:\w+)?)*\.|With Accept: application\/x-ndjson.*cut off\./g, '')
        .trim();
    expect(operations.filter((operation) => !/^[A-Z`].{15,}/.test(own(operation))).map(({ name }) => name)).toEqual([]);
  });

  it('calls the first id of every path id', () => {
    const isNumber = ({ schema }: Parameter): boolean => 'format' in schema && ['int32', 'uuid'].includes(String(schema.format));
    const others = operations.filter(({ path, parameters }) => {
      const [first] = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) =>
        parameters.find((each) => each.in === 'path' && each.name === name),
      );
      return first && isNumber(first) && first.name !== 'id';
    });
    expect(others.map(({ name }) => name)).toEqual([]);
  });

  it('has no two paths for one address', () => {
    const paths = operations.map(({ path, parameters }) => path.split('/').map((segment) => formOf(segment, parameters)));
    const ambiguous = paths.filter((path) => paths.some((other) => other.join('/') !== path.join('/') && canBeSame(path, other)));
    expect(ambiguous.map((path) => path.join('/'))).toEqual([]);
    expect(
      operations.filter(({ path }) => /\{\w+\}\/Runs|\/Runs\/\{/.test(path)).every(({ path }) => path.startsWith('/api/Automation/{id}/')),
    ).toBe(true);
  });

  it('has names for clients: no suffix of ours, and one for every choice of schemas', () => {
    const schemas = Object.entries(document.components?.schemas ?? {});
    expect(schemas.map(([name]) => name).filter((name) => /Dto$|Entity$/.test(name))).toEqual([]);
    const choices = [
      ...choicesWithin(document.paths, 'paths'),
      ...schemas.flatMap(([name, { ...schema }]) => {
        if ('oneOf' in schema) delete schema.oneOf;
        return choicesWithin(schema, name);
      }),
    ];
    expect(choices).toEqual([]);
  });

  it('shows id and names first, and custom fields last', () => {
    const { properties = {} } = document.components?.schemas?.['Job'] as { properties?: object };
    expect(Object.keys(properties).slice(0, 2)).toEqual(['id', 'title']);
    expect(Object.keys(properties).at(-1)).toMatch(/^customField/);
  });

  it('says 400 of whatever cannot be used, never 422', () => {
    expect(operations.filter(({ statuses }) => statuses.includes(422)).map(({ name }) => name)).toEqual([]);
  });

  it('bounds every integer, string and array', () => {
    const bodies = operations.flatMap(({ name, body }) => (body?.schema ? [...withinSchema(body.schema, name)] : []));
    const parameters = operations.flatMap(({ name, parameters: all }) =>
      all.flatMap((each) => [...withinSchema(each.schema, `${name}?${each.name}`)]),
    );
    const components = Object.entries(document.components?.schemas ?? {}).flatMap(([name, schema]) => [...withinSchema(schema, name)]);
    const unbounded = [...components, ...parameters, ...bodies].filter(
      ([, { type, enum: values, minimum, maximum, maxLength, maxItems }]) => {
        if (values) return false;
        return type === 'integer'
          ? minimum === undefined || maximum === undefined
          : type === 'string'
            ? maxLength === undefined
            : type === 'array' && maxItems === undefined;
      },
    );
    expect(unbounded.map(([at]) => at)).toEqual([]);
  });

  it('has an example for every path parameter', () => {
    const missing = operations.flatMap(({ name, parameters }) =>
      parameters.filter((each) => each.in === 'path' && each.example === undefined).map((each) => `${name}?${each.name}`),
    );
    expect(missing).toEqual([]);
  });

  it('has an example for every JSON body that is valid by its own schema', () => {
    expect(operations.flatMap((operation) => faultsOfExamples(operation))).toEqual([]);
  });

  it('describes every problem with the problem schema', () => {
    const problems = Object.values(document.components?.responses ?? {}).flatMap((response) =>
      'content' in response ? [response.content?.['application/problem+json']] : [undefined],
    );
    expect(problems.length).toBeGreaterThan(8);
    expect(problems.flatMap((media) => check.violations({ $ref: '#/components/schemas/Problem' }, media?.example))).toEqual([]);
  });
});

describe('The promises of the OpenAPI document', () => {
  it.each(['first', 'second'])('hold when every example is sent for the %s time', async (time) => {
    const faults: string[] = [];
    for (const operation of operations) {
      const response = await sent(operation);
      faults.push(...faultsOfAnswer(operation, response, (status) => status < 300));
      if (String(response.body) === '[]' && !(tells(operation) && time === 'first') && !isUnchanged(operation))
        faults.push(`${operation.name} finds nothing`);
    }
    expect(faults).toEqual([]);
  });

  it.each<[what: string, status: number, applies: (operation: Operation) => boolean, request: (operation: Operation) => Promise<Response>]>(
    [
      ['an invalid id', 400, takesId, (operation) => sent(operation, { path: operation.pathWith('abc') })],
      [
        'an unknown id',
        404,
        takesId,
        (operation) => sent(operation, { path: operation.pathWith('2147483647'), body: withoutId(operation) }),
      ],
      ['an unknown parameter', 400, () => true, (operation) => sent(operation, { query: 'colour=red' })],
      ['a body of invalid JSON', 400, takesJson, (operation) => sent(operation, { body: '{"a":' })],
      [
        'a body in another format',
        415,
        (operation) => takesBody(operation) && !takesFile(operation),
        (operation) => sent(operation, { body: 'a=1', type: 'text/plain' }),
      ],
      ['a body that is too large', 413, takesBody, (operation) => sent(operation, { body: ' '.repeat(5_000_000) })],
      [
        'an Accept header for another format',
        406,
        ({ described }) => !('204' in described.responses),
        (operation) => sent(operation, { accept: 'image/png' }),
      ],
    ],
  )('hold for %s: %i', async (_, status, applies, request) => {
    const faults: string[] = [];
    for (const operation of operations.filter(applies))
      faults.push(...faultsOfAnswer(operation, await request(operation), (answered) => answered === status));
    expect(faults).toEqual([]);
  });
});

/** The examples of other operations leave this record as it is. */
const isUnchanged = ({ described }: Operation): boolean => described.operationId === 'ConfigurationPlacementsPayFrequencies_history';

/** Tells what has happened since the service was started for the first time. */
const tells = ({ described: { operationId = '' } }: Operation): boolean =>
  /_history$|^(Changes|Audit|ApiKeys)_list$|^Automation_(listRuns|compareVersions)$/.test(operationId);

/** A segment of a path: text as it is, parameters by what they can be. */
function formOf(segment: string, parameters: readonly Parameter[]): string {
  const parameter = parameters.find(({ name }) => segment === `{${name}}`);
  if (!parameter) return segment.toLowerCase();
  return 'format' in parameter.schema && ['int32', 'uuid'].includes(String(parameter.schema.format)) ? '{number}' : '{text}';
}

/** An id is never a word, so that Searches/7 is no Contacts/{id}/Tags. */
const canBeSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length &&
  one.every((form, index) => {
    const forms = [form, other[index]!];
    return form === other[index] || forms.includes('{text}') || (forms.includes('{number}') && forms.some((each) => /^\d/.test(each)));
  });

/** Where a part of the document has a choice of schemas. */
function choicesWithin(part: unknown, at: string): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const own = 'oneOf' in part || 'anyOf' in part ? [at] : [];
  return [...own, ...Object.entries(part).flatMap(([name, each]) => choicesWithin(each, `${at}/${name}`))];
}

function faultsOfExamples(operation: Operation): string[] {
  const { name, body, statuses } = operation;
  const medias = [body, ...statuses.filter((status) => status < 300 && status !== 204).map((status) => operation.response(status))];
  const shown = medias.filter((media, index) => media !== undefined || index > 0);
  return shown.flatMap((media) =>
    media?.schema && media.example !== undefined
      ? check.violations(media.schema, media.example).map((fault) => `${name}: ${fault}`)
      : [`${name}: no example`],
  );
}

interface Sent {
  path?: string;
  query?: string;
  body?: unknown;
  type?: string;
  accept?: string;
  headers?: Readonly<Record<string, string>>;
}

/** Sends the example of an operation, or something else in its place. */
async function sent(
  operation: Operation,
  {
    path = operation.pathWith(),
    query = operation.query,
    body = operation.body?.example,
    type = operation.bodyType,
    accept = '*/*',
    headers = operation.headers,
  }: Sent = {},
) {
  const request = asText(service.http[operation.method](`${path}?${query}`).set({ ...headers, Accept: accept }));
  if (!operation.body) return request;
  return request.set('Content-Type', type).send(typeof body === 'string' ? body : JSON.stringify(body));
}

/** The faults of a response, which must have one of some statuses, too. */
const faultsOfAnswer = (operation: Operation, response: Response, isRight: (status: number) => boolean): string[] =>
  isRight(response.status)
    ? contractFaults(check, operation, response)
    : [`${operation.name}: ${response.status}: ${String(response.body).slice(0, 500)}`];

/** The example without an id, which would have to be that of the path. */
function withoutId({ body }: Operation): unknown {
  const example: unknown = body?.example;
  return typeof example === 'object' && example !== null && !Array.isArray(example)
    ? { ...example, id: undefined, ssid: undefined }
    : example;
}
