import type { OpenAPIObject } from '@nestjs/swagger';
import { compareAnswer, compareAnswers, compareSchema, type OpenApiSchema } from './contract/compare';
import type { ContractField } from './contract/contract-field';
import { written } from './contract/derived';
import { specification } from './contract/specification';
import { fullBodies, fullBody } from './contract/values';
import { startApp, type TestApp } from './support/app';

/** Where each endpoint of the specification is tried: on records of the demonstration data that none of the tests needs otherwise. */
const PATHS: Readonly<Record<number, { documented: string; tried: string }>> = {
  1: { documented: '/api/divisions/{divisionId}/payroll-integration', tried: '/api/divisions/2/payroll-integration' },
  2: { documented: '/api/Automation', tried: '/api/Automation' },
  3: { documented: '/api/Jobs/Search', tried: '/api/Jobs/Search?limit=1000' },
  4: { documented: '/api/Automation/Search/Contacts/Filters', tried: '/api/Automation/Search/Contacts/Filters' },
  5: { documented: '/api/Candidates/{candidateId}/V2', tried: '/api/Candidates/19/V2' },
  6: { documented: '/api/Candidates/{candidateId}/Activities', tried: '/api/Candidates/1/Activities' },
  7: { documented: '/api/Contacts/Search/{ssid}', tried: '/api/Contacts/Search/1' },
  8: {
    documented: '/api/Configuration/Placements/Pay-Frequencies/{payFrequencyId}',
    tried: '/api/Configuration/Placements/Pay-Frequencies/2',
  },
  9: { documented: '/api/Configuration/JobPosting', tried: '/api/Configuration/JobPosting' },
  10: { documented: '/api/Configuration/Clients', tried: '/api/Configuration/Clients' },
};
/** Fields that a POST cannot do without. */
const REQUIRED: Readonly<Record<number, readonly string[]>> = {
  2: ['triggerID', 'eventID', 'statusID'],
  5: ['/statisticsCounts/0/type', '/statisticsCounts/0/value', '/statisticsDates/0/type'],
  3: ['/includeTags/0/tag', '/excludeTags/0/tag'],
  7: ['/includeTags/0/tag', '/excludeTags/0/tag'],
  9: ['type', 'value'],
  10: ['type', 'value'],
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

/** The elements where the schema is that of an array. */
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

describe('the OpenAPI document says of each endpoint what the specification says', () => {
  it.each(numbers)('endpoint %i is there', (number) => expect(operationOf(number)).toBeDefined());

  it.each(numbers.filter((number) => specification.endpoint(number).request))('the body of endpoint %i', (number) => {
    expect(compareSchema(requestFields(number), requestSchema(number), { schemas, body: { required: REQUIRED[number] ?? [] } })).toEqual(
      [],
    );
  });

  it.each(numbers)('the answer of endpoint %i', (number) => {
    expect(compareSchema(answerFields(number), answerSchema(number), { schemas })).toEqual([]);
  });
});

/** The endpoints that save one record, and where it is read back. */
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

describe('every field that is sent is kept and given back', () => {
  it.each(saving)('by endpoint %i, twice with other values', async (number) => {
    for (const set of [1, 2] as const) {
      const { read, override = {}, differs = {} } = SAVED[number] ?? { read: '' };
      const body = fullBody(requestFields(number), set, override);
      const expected = { ...written(number, body), ...differs };
      const { body: answer } = await send(number, body).expect(200);
      expect(answer).toMatchObject(expected);
      expect(compareAnswer(answerFields(number), answer)).toEqual([]);
      const { body: found } = await service.http.get(read || `/api/Automation/${(answer as { id: number }).id}`).expect(200);
      expect(found).toMatchObject(expected);
    }
  });

  it.each([9, 10])('by endpoint %i, as an array', async (number) => {
    for (const set of [1, 2] as const) {
      const body = fullBodies(requestFields(number), set);
      const { body: answer } = await send(number, body).expect(200);
      expect(answer).toEqual(body);
      const { body: found } = await service.http.get(pathOf(number).tried).expect(200);
      expect(found).toEqual(expect.arrayContaining(body));
    }
  });
});

describe('a field that is sent as null is cleared', () => {
  it.each([1, 5, 7, 8])('by endpoint %i', async (number) => {
    const fields = requestFields(number).filter(({ name, type }) => type.kind !== 'enum' && name !== 'deleted');
    const body = Object.fromEntries(fields.map(({ name }) => [name, null]));
    const { body: answer } = await send(number, body).expect(200);
    expect(compareAnswer(answerFields(number), answer)).toEqual([]);
    for (const field of fields) {
      if (field.name in written(number, body) && !['id', 'ssid'].includes(field.name))
        expect([field.name, (answer as Record<string, unknown>)[field.name]]).toEqual([field.name, unsetOf(field)]);
    }
  });
});

describe('answers of searches have every field in its form', () => {
  it.each([3, 4, 6])('endpoint %i', async (number) => {
    const { body } = await send(number, number === 6 ? undefined : {}).expect(200);
    expect(compareAnswers(answerFields(number), body)).toEqual([]);
  });
});

function send(number: number, body: object | undefined) {
  const method = specification.endpoint(number).method.toLowerCase() as 'get' | 'post' | 'put';
  const sent = service.http[method](pathOf(number).tried);
  return body === undefined ? sent : sent.send(body);
}

/** What an answer shows of a field that nothing is stored in. */
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
