import type { OpenAPIObject } from '@nestjs/swagger';
import type { Response, Test } from 'supertest';
import { startApp, type TestApp } from './support/app';
import { asText } from './support/bulk';
import { IN_PATHS, IN_QUERIES, OddBodies } from './support/odd-values';
import { operationsOf, type Operation } from './support/operations';

const runs = Number(process.env['PROPERTY_RUNS'] ?? 0);
/** How many bodies are sent to each operation, and how many odd values for its path and each of its parameters. */
const BODIES = Math.max(7, Math.round(runs / 8));
const VALUES = Math.max(5, Math.round(runs / 10));

let service: TestApp;
let bodies: OddBodies;
let operations: Operation[];

beforeAll(async () => {
  service = await startApp();
  const document = (await service.http.get('/api/openapi.json').expect(200)).body as OpenAPIObject;
  bodies = new OddBodies(document.components?.schemas ?? {});
  operations = operationsOf(document);
});
afterAll(() => service.close());

/** A request, and its description for the report. */
type NamedRequest = readonly [what: string, request: () => Test];

/** Sends requests one after the other. @returns those with an internal error, or an error response that is not a problem */
async function failures(requests: readonly NamedRequest[]): Promise<string[]> {
  const found: string[] = [];
  for (const [what, request] of requests) {
    const response = await asText(request());
    if (!isRight(response))
      found.push(`${what.slice(0, 1000)}: ${response.status} ${response.type} ${String(response.body).slice(0, 300)}`);
  }
  return found;
}

const isRight = ({ status, type, body }: Response): boolean =>
  status < 400 ||
  (status < 500 && type === 'application/problem+json' && (JSON.parse(body as string) as { status: number }).status === status);

/** Some of the values, different ones at each turn. */
const few = (values: readonly string[], turn: number): string[] =>
  Array.from({ length: Math.min(VALUES, values.length) }, (_, index) => values[(turn * VALUES + index) % values.length] ?? '');

const requestTo = ({ method }: Operation, address: string): NamedRequest => [`${method} ${address}`, () => service.http[method](address)];

const inPath = (operation: Operation, turn: number): NamedRequest[] =>
  operation.path.includes('{') ? few(IN_PATHS, turn).map((text) => requestTo(operation, operation.path.replace(/\{\w+\}/g, text))) : [];

const inQuery = (operation: Operation, turn: number): NamedRequest[] =>
  operation.parameters
    .filter((each) => each.in === 'query')
    .flatMap(({ name }, index) =>
      [...few(IN_QUERIES, turn + index), `1&${name}=2`].map((text) => requestTo(operation, `${operation.pathWith()}?${name}=${text}`)),
    );

function inBody(operation: Operation, turn: number): NamedRequest[] {
  const { method, name, body, bodyType } = operation;
  if (!body || bodyType !== 'application/json') return [];
  return bodies.of(operation, BODIES, turn).map((value) => {
    const text = JSON.stringify(value);
    return [`${name} ${text}`, () => service.http[method](operation.pathWith()).set('Content-Type', bodyType).send(text)];
  });
}

describe('The service never fails, whatever is sent', () => {
  it.each<[where: string, requests: (operation: Operation, turn: number) => NamedRequest[]]>([
    ['a path', inPath],
    ['a query', inQuery],
    ['a body', inBody],
  ])(
    'in %s',
    async (_, requests) => {
      const sent = operations.flatMap((operation, turn) => requests(operation, turn));
      expect(sent.length).toBeGreaterThan(500);
      expect(await failures(sent)).toEqual([]);
    },
    300_000,
  );
});
