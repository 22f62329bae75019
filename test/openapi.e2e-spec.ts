import type { OpenAPIObject } from '@nestjs/swagger';
import type { Response } from 'supertest';
import { routesOf } from '../src/core/http/routes';
import { startApp, type TestApp } from './support/app';
import { asText } from './support/bulk';
import { contractFaults } from './support/contract-faults';
import { Operation, operationsOf } from './support/operations';
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
        'PUT /api/divisions/{divisionId}/payroll-integration',
        'POST /api/Automation',
        'POST /api/Jobs/Search',
        'POST /api/Automation/Search/Contacts/Filters',
        'PUT /api/Candidates/{candidateId}/V2',
        'GET /api/Candidates/{candidateId}/Activities',
        'PUT /api/Contacts/Search/{ssid}',
        'PUT /api/Configuration/Placements/Pay-Frequencies/{payFrequencyId}',
        'POST /api/Configuration/JobPosting',
        'POST /api/Configuration/Clients',
      ]),
    );
  });

  it('gives every operation a unique id, a summary and a tag that is described once', () => {
    const names = document.tags?.map(({ name }) => name) ?? [];
    const incomplete = operations.filter(
      ({ described: { operationId, summary, tags = [] } }) =>
        !operationId || !summary || tags.length !== 1 || !tags.every((tag) => names.filter((name) => name === tag).length === 1),
    );
    expect(incomplete.map(({ name }) => name)).toEqual([]);
    expect(new Set(operations.map(({ described }) => described.operationId)).size).toBe(operations.length);
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
    // its name, the period of the placement, or all there is to pay, is taken then
    const taken = ['POST /api/Automation/Templates', 'POST /api/Timesheets', 'POST /api/PayRuns'];
    const isTaken = ({ name }: Operation): boolean => time === 'second' && taken.includes(name);
    for (const operation of operations)
      faults.push(...faultsOfAnswer(operation, await sent(operation), (status) => (isTaken(operation) ? status === 409 : status < 300)));
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
  }: Sent = {},
) {
  const request = asText(service.http[operation.method](`${path}?${query}`).set('Accept', accept));
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
