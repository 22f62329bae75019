import type { OpenAPIObject } from '@nestjs/swagger';
import type { Response, Test } from 'supertest';
import { startApp, type TestApp } from './support/app';
import { asText, CSV, NDJSON } from './support/bulk';
import { contractFaults } from './support/contract-faults';
import { IN_PATHS, IN_QUERIES, OddBodies } from './support/odd-values';
import { operationsOf, type Operation } from './support/operations';
import { SchemaCheck } from './support/schemas';

const runs = Number(process.env['PROPERTY_RUNS'] ?? 0);
/** How many bodies are sent to each operation, and how many odd values for its path and each of its parameters. */
const BODIES = Math.max(7, Math.round(runs / 8));
const VALUES = Math.max(5, Math.round(runs / 8));
/** In a file. */
const ROWS = 6;

let service: TestApp;
let bodies: OddBodies;
let operations: Operation[];
let check: SchemaCheck;

beforeAll(async () => {
  service = await startApp();
  const document = (await service.http.get('/api/openapi.json').expect(200)).body as OpenAPIObject;
  bodies = new OddBodies(document.components?.schemas ?? {});
  operations = operationsOf(document).filter(({ isEndless }) => !isEndless);
  check = new SchemaCheck(document.components?.schemas ?? {});
});
afterAll(() => service.close());

/** A request, and its description for the report; the operation is absent where an odd path may lead to another one. */
interface NamedRequest {
  readonly what: string;
  readonly send: () => Test;
  readonly operation?: Operation;
}

/** Sends requests one after the other. @returns those whose response is an internal error, or is not as documented */
async function failures(requests: readonly NamedRequest[]): Promise<string[]> {
  const found: string[] = [];
  for (const { what, send, operation } of requests) {
    const response = await asText(send());
    for (const fault of faultsOf(response, operation)) found.push(`${what.slice(0, 1000)}: ${fault}`);
  }
  return found;
}

function faultsOf(response: Response, operation: Operation | undefined): string[] {
  const { status, type } = response;
  const text = response.body as string;
  const isProblem = type === 'application/problem+json' && (JSON.parse(text) as { status: number }).status === status;
  if (status >= 500 || (status >= 400 && !isProblem) || text.includes('Internal error')) return [`${status} ${type} ${text.slice(0, 300)}`];
  return operation ? contractFaults(check, operation, response) : [];
}

/** Some of the values, different ones at each turn. */
const few = (values: readonly string[], turn: number): string[] =>
  Array.from({ length: Math.min(VALUES, values.length) }, (_, index) => values[(turn * VALUES + index) % values.length] ?? '');

const inPath = (operation: Operation, turn: number): NamedRequest[] =>
  operation.path.includes('{')
    ? few(IN_PATHS, turn).map((text) => {
        const address = operation.path.replace(/\{\w+\}/g, text);
        return { what: `${operation.method} ${address}`, send: () => service.http[operation.method](address) };
      })
    : [];

const inQuery = (operation: Operation, turn: number): NamedRequest[] =>
  operation.parameters
    .filter((each) => each.in === 'query')
    .flatMap(({ name }, index) =>
      [...few(IN_QUERIES, turn + index), `1&${name}=2`].map((text) => {
        const address = `${operation.pathWith()}?${name}=${text}`;
        return { what: `${operation.method} ${address}`, send: () => service.http[operation.method](address), operation };
      }),
    );

function inBody(operation: Operation, turn: number): NamedRequest[] {
  const { method, name, body, bodyType } = operation;
  if (!body || bodyType !== 'application/json') return [];
  return bodies.of(operation, BODIES, turn).map((value) => {
    const text = JSON.stringify(value);
    const send = () => service.http[method](operation.pathWith()).set('Content-Type', bodyType).send(text);
    return { what: `${name} ${text}`, send, operation };
  });
}

/** Rows as they are sent when a record is created, and existing records among them. */
function inFile(operation: Operation, turn: number): NamedRequest[] {
  if (!operation.path.endsWith('/Import')) return [];
  const creating = operations.find(({ method, path }) => method === 'post' && path === operation.path.replace('/Import', ''))!;
  const rows = bodies.of(creating, BODIES * ROWS, turn).map((row, index) => (index % 3 === 0 ? { ...(row as object), id: index } : row));
  return Array.from({ length: BODIES }, (_, index) => rows.slice(index * ROWS, (index + 1) * ROWS)).flatMap((some) =>
    [
      { type: NDJSON, text: some.map((row) => JSON.stringify(row)).join('\n') },
      { type: CSV, text: csvOf(some) },
    ].map(({ type, text }) => ({
      what: `${operation.name} ${text}`,
      send: () => service.http.post(operation.path).set('Content-Type', type).send(text),
      operation,
    })),
  );
}

/** With the fields of the first row. */
function csvOf(rows: readonly unknown[]): string {
  const names = Object.keys(Object(rows[0]) as object);
  const cellOf = (value: unknown): string => {
    const text = value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
    return /^[\w .-]*$/.test(text) ? text : `"${text.replace(/"/g, '""')}"`;
  };
  const lines = rows.map((row) => names.map((name) => cellOf((Object(row) as Record<string, unknown>)[name])).join());
  return [names.map(cellOf).join(), ...lines].join('\r\n');
}

type Requests = (operation: Operation, turn: number) => NamedRequest[];

const WHERE: readonly (readonly [where: string, requests: Requests])[] = [
  ['a path', inPath],
  ['a query', inQuery],
  ['a body', inBody],
  ['a file', inFile],
];

describe('The service never fails, and answers as documented, whatever is sent', () => {
  it('in thousands of requests: 5,000 where PROPERTY_RUNS is what it is in CI', () => {
    const all = WHERE.flatMap(([, requests]) => operations.flatMap((operation, turn) => requests(operation, turn)));
    expect(all.length).toBeGreaterThan(runs >= 60 ? 5000 : 3500);
  });

  it.each(WHERE)(
    'in %s',
    async (_, requests) => {
      const sent = operations.flatMap((operation, turn) => requests(operation, turn));
      expect(sent.length).toBeGreaterThan(50);
      expect(await failures(sent)).toEqual([]);
    },
    300_000,
  );
});
