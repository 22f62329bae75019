import type { OpenAPIObject } from '@nestjs/swagger';
import { compareResponse, compareResponses, compareSchema, type OpenApiSchema } from './contract/compare';
import type { ContractField } from './contract/contract-field';
import { withoutDerived } from './contract/derived-fields';
import { specification } from './contract/specification';
import { fullBodies, fullBody } from './contract/values';
import { startApp, type TestApp } from './support/app';

/** The path to try for each endpoint of the specification: demonstration records that no other test uses. */
const PATHS: Readonly<Record<number, { documented: string; tried: string }>> = {
  1: { documented: '/api/divisions/{id}/payroll-integration', tried: '/api/divisions/2/payroll-integration' },
  2: { documented: '/api/Automation', tried: '/api/Automation' },
  3: { documented: '/api/Jobs/Search', tried: '/api/Jobs/Search?limit=1000' },
  4: { documented: '/api/Automation/Search/Contacts/Filters', tried: '/api/Automation/Search/Contacts/Filters' },
  5: { documented: '/api/Candidates/{id}/V2', tried: '/api/Candidates/19/V2' },
  6: { documented: '/api/Candidates/{id}/Activities', tried: '/api/Candidates/1/Activities' },
  7: { documented: '/api/Contacts/Search/{id}', tried: '/api/Contacts/Search/1' },
  8: {
    documented: '/api/Configuration/Placements/Pay-Frequencies/{id}',
    tried: '/api/Configuration/Placements/Pay-Frequencies/2',
  },
  9: { documented: '/api/Configuration/JobPosting', tried: '/api/Configuration/JobPosting' },
  10: { documented: '/api/Configuration/Clients', tried: '/api/Configuration/Clients' },
};
/** Fields that a POST requires. */
const REQUIRED: Readonly<Record<number, readonly string[]>> = {
  2: ['triggerID', 'eventID', 'statusID'],
  5: ['/statisticsCounts/0/type', '/statisticsCounts/0/value', '/statisticsDates/0/type'],
  3: ['/includeTags/0/tag', '/excludeTags/0/tag'],
  7: ['/includeTags/0/tag', '/excludeTags/0/tag'],
  9: ['type', 'value'],
  10: ['type', 'value'],
};
/** Fields that the service adds to those of the specification: endpoint to names. */
const ADDED: Readonly<Record<number, readonly string[]>> = {
  3: ['externalID'],
  4: ['externalID'],
  5: ['externalID'],
  8: ['periodID', 'periodName', 'anchorDate'],
};
const numbers = specification.endpoints.map(({ number }) => number);

let service: TestApp;
let document: OpenAPIObject;
let schemas: Readonly<Record<string, OpenApiSchema>>;

beforeAll(async () => {
  service = await startApp();
  document = (await service.http.get('/api/openapi.json').expect(200)).body as OpenAPIObject;
  schemas = document.components?.schemas as typeof schemas;
});
afterAll(() => service.close());

const pathOf = (number: number) => PATHS[number] ?? { documented: '', tried: '' };

function operationOf(number: number) {
  const { method } = specification.endpoint(number);
  const item = document.paths[pathOf(number).documented];
  return item?.[method.toLowerCase() as 'get' | 'post' | 'put'];
}

/** The schema of the items if this one is an array. */
function elementsOf(schema: OpenApiSchema | undefined): OpenApiSchema {
  return (schema?.type === 'array' ? schema.items : schema) ?? {};
}

type Content = { content?: Record<string, { schema?: OpenApiSchema }> };
const requestSchema = (number: number) =>
  elementsOf((operationOf(number)?.requestBody as Content | undefined)?.content?.['application/json']?.schema);
const answerSchema = (number: number) =>
  elementsOf((operationOf(number)?.responses['200'] as Content | undefined)?.content?.['application/json']?.schema);

const requestFields = (number: number) => specification.endpoint(number).request?.fields ?? [];
const answerFields = (number: number) => specification.endpoint(number).response?.fields ?? requestFields(number);

describe('The OpenAPI document agrees with the specification', () => {
  it.each(numbers)('on the existence of endpoint %i', (number) => expect(operationOf(number)).toBeDefined());

  it.each(numbers.filter((number) => specification.endpoint(number).request))('on the request body of endpoint %i', (number) => {
    const options = { schemas, allowed: ADDED[number], body: { required: REQUIRED[number] ?? [] } };
    expect(compareSchema(requestFields(number), requestSchema(number), options)).toEqual([]);
  });

  it.each(numbers)('on the response of endpoint %i', (number) => {
    expect(compareSchema(answerFields(number), answerSchema(number), { schemas, allowed: ADDED[number] })).toEqual([]);
  });
});

/** The endpoints that save one record, and where it can be read back. */
const SAVED: Readonly<
  Record<number, { read: string; override?: Readonly<Record<string, unknown>>; differs?: Readonly<Record<string, unknown>> }>
> = {
  1: {
    read: '/api/divisions/2/payroll-integration',
    differs: { apiKey: '<API_KEY>', apiUsername: '<USERNAME>', apiPassword: '<PASSWORD>' },
  },
  2: { read: '', override: { excludedDateGroupID: 1, userId: 1, statusID: 1 } },
  5: { read: '/api/Candidates/19', differs: { id: 19 } },
  7: { read: '/api/Contacts/Searches/1', differs: { ssid: 1 } },
  8: { read: '/api/Configuration/Placements/Pay-Frequencies/2', differs: { id: 2 } },
};
const saving = Object.keys(SAVED).map(Number);

describe('Every field that is sent is saved and returned', () => {
  it.each(saving)('by endpoint %i, twice with different values', async (number) => {
    for (const set of [1, 2] as const) {
      const { read, override = {}, differs = {} } = SAVED[number] ?? { read: '' };
      const body = fullBody(requestFields(number), set, override);
      const expected = { ...withoutDerived(number, body), ...differs };
      const { body: reply } = await send(number, body).expect(200);
      expect(reply).toMatchObject(expected);
      expect(compareResponse(answerFields(number), reply, ADDED[number])).toEqual([]);
      const { body: found } = await service.http.get(read || `/api/Automation/${(reply as { id: number }).id}`).expect(200);
      expect(found).toMatchObject(expected);
    }
  });

  it.each([9, 10])('by endpoint %i, as an array', async (number) => {
    for (const set of [1, 2] as const) {
      const body = fullBodies(requestFields(number), set);
      const { body: reply } = await send(number, body).expect(200);
      expect(reply).toEqual(body);
      const { body: found } = await service.http.get(pathOf(number).tried).expect(200);
      expect(found).toEqual(expect.arrayContaining(body));
    }
  });
});

describe('A field that is sent as null is cleared', () => {
  it.each([1, 5, 7, 8])('by endpoint %i', async (number) => {
    const fields = requestFields(number).filter(({ name, type }) => type.kind !== 'enum' && name !== 'deleted');
    const body = Object.fromEntries(fields.map(({ name }) => [name, null]));
    const { body: reply } = await send(number, body).expect(200);
    expect(compareResponse(answerFields(number), reply, ADDED[number])).toEqual([]);
    for (const field of fields) {
      if (field.name in withoutDerived(number, body) && !['id', 'ssid'].includes(field.name))
        expect([field.name, (reply as Record<string, unknown>)[field.name]]).toEqual([field.name, unsetOf(field)]);
    }
  });
});

describe('Search results have every field in its specified form', () => {
  it.each([3, 4, 6])('endpoint %i', async (number) => {
    const { body } = await send(number, number === 6 ? undefined : {}).expect(200);
    expect(compareResponses(answerFields(number), body, ADDED[number])).toEqual([]);
  });
});

function send(number: number, body: object | undefined) {
  const method = specification.endpoint(number).method.toLowerCase() as 'get' | 'post' | 'put';
  const sent = service.http[method](pathOf(number).tried);
  return body === undefined ? sent : sent.send(body);
}

/** What a response shows for a field that is unset. */
function unsetOf({ type, nullable }: ContractField): unknown {
  if (nullable) return null;
  switch (type.kind) {
    case 'int32':
    case 'double':
      return 0;
    case 'boolean':
      return false;
    case 'string':
      return '';
    case 'array':
      return [];
    default:
      return undefined;
  }
}
