import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import { breakingChanges } from './support/breaking-changes';

const read = <T>(name: string): T => JSON.parse(readFileSync(join(__dirname, name), 'utf8')) as T;

const THING = { $ref: '#/components/schemas/Thing' };
const DOCUMENT: OpenAPIObject = {
  openapi: '3.0.0',
  info: { title: 'Things', version: '1' },
  security: [{ bearer: [] }, { key: [] }],
  paths: {
    '/things': {
      get: {
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 } }],
        responses: {
          200: {
            description: 'OK',
            headers: { Link: { schema: { type: 'string' } } },
            content: { 'application/json': { schema: { type: 'array', items: THING } }, 'text/csv': { schema: { type: 'string' } } },
          },
          404: { $ref: '#/components/responses/NotFound' },
        },
      },
      post: {
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/ThingCreate' } } } },
        responses: { 201: { description: 'Created', content: { 'application/json': { schema: THING } } } },
      },
    },
  },
  components: {
    responses: { NotFound: { description: 'Not found', content: { 'application/problem+json': { schema: { type: 'object' } } } } },
    schemas: {
      Thing: {
        type: 'object',
        required: ['id'],
        properties: {
          id: { type: 'integer' },
          kind: { type: 'string', enum: ['big', 'small'] },
          eventID: { type: 'integer', enum: [1, 2] },
          part: { oneOf: [{ type: 'string' }, { type: 'integer' }] },
        },
      },
      ThingCreate: {
        type: 'object',
        properties: {
          name: { type: 'string', nullable: true, minLength: 1, maxLength: 100, pattern: '^a' },
          size: { type: 'string', enum: ['L', 'M'] },
          tags: { type: 'array', maxItems: 10, items: { type: 'string', format: 'uuid' } },
          more: { allOf: [{ type: 'object', additionalProperties: true }] },
          choice: { oneOf: [{ type: 'string' }, { type: 'integer' }] },
        },
      },
    },
  },
};

function changed(text: string, replacement: string): OpenAPIObject {
  const document = JSON.stringify(DOCUMENT);
  if (!document.includes(text)) throw new Error(`There is no ${text} in ${document}`);
  return JSON.parse(document.replace(text, replacement)) as OpenAPIObject;
}

const [MADE, READ] = ['"ThingCreate":{"type":"object","properties":{', '"required":["id"],"properties":{'];
const SECURITY = '"security":[{"bearer":[]},{"key":[]}],';

describe('A change of the OpenAPI document', () => {
  it.each<[what: string, text: string, replacement: string, breaking: string[]]>([
    ['nothing', '', '', []],
    ['an operation', '"get":', '"put":', ['no more GET /things']],
    ['a new operation', '"get":', '"delete":{"responses":{}},"get":', []],
    ['a parameter', '"limit"', '"most"', ['no more GET /things: parameter limit']],
    ['a parameter elsewhere', '"in":"query"', '"in":"header"', ['no more GET /things: parameter limit']],
    ['a required parameter', '"name":"limit",', '"name":"limit","required":true,', ['now GET /things: requires limit']],
    [
      'a new required parameter',
      '[{"name"',
      '[{"name":"a","in":"query","required":true,"schema":{}},{"name"',
      ['now GET /things: requires a'],
    ],
    ['a new parameter', '[{"name"', '[{"name":"a","in":"query","schema":{}},{"name"', []],
    ['a lower limit of a parameter', '"maximum":100', '"maximum":50', ['now GET /things: limit: maximum 50']],
    ['a higher one', '"maximum":100', '"maximum":500', []],
    ['a higher least number', '"minimum":1', '"minimum":2', ['now GET /things: limit: minimum 2']],
    ['a status', '"201"', '"202"', ['no more POST /things: 201']],
    ['a problem', '"404":', '"410":', ['no more GET /things: 404']],
    ['a header', '"Link"', '"X-Next"', ['no more GET /things: 200: header Link']],
    ['a format of the response', '"text/csv"', '"text/xml"', ['no more GET /things: 200: text/csv']],
    [
      'a format of the request',
      '"application/json":{"schema":{"$ref":"#/components/schemas/ThingCreate"',
      '"text/xml":{"schema":{"$ref":"#/components/schemas/ThingCreate"',
      ['no more POST /things: body: application/json'],
    ],
    ['a required body', '"requestBody":{', '"requestBody":{"required":true,', ['now POST /things: requires a body']],
    ['a credential', SECURITY, '"security":[{"bearer":[]}],', ['no more GET /things: with key', 'no more POST /things: with key']],
    [
      'two credentials',
      SECURITY,
      '"security":[{"bearer":[],"key":[]}],',
      [
        'no more GET /things: with bearer',
        'no more GET /things: with key',
        'no more POST /things: with bearer',
        'no more POST /things: with key',
      ],
    ],
    ['one more credential', SECURITY, '"security":[{"bearer":[]},{"key":[]},{"basic":[]}],', []],
    ['no credentials any more', SECURITY, '"security":[],', []],
    ['a field of a response', '"id":{', '"number":{', ['no more Thing/id: integer']],
    ['a type', '"id":{"type":"integer"', '"id":{"type":"number"', ['no more Thing/id: integer']],
    ['a new field of a response', READ, `${READ}"size":{"type":"integer"},`, []],
    ['a field that is not always there', '"required":["id"],', '', ['no more Thing: always id']],
    ['a field that can be null', '"id":{', '"id":{"nullable":true,', ['now Thing/id: can be null']],
    ['a new value in a response', '"small"]', '"small","tiny"]', ['now Thing/kind: can be tiny']],
    ['no value in a response any more', ',"small"]', ']', []],
    ['a public operation', '"get":{', '"get":{"security":[{}],', []],
    ['any value in a response', ',"enum":["big","small"]', '', ['now Thing/kind: can be anything']],
    ['a new event', '[1,2]', '[1,2,3]', []],
    ['a format of a field', '"id":{', '"id":{"format":"int64",', ['no more Thing/id: format free']],
    [
      'a new choice in a response',
      '{"oneOf":[{"type":"string"},',
      '{"oneOf":[{"type":"string"},{"type":"array"},',
      ['now Thing/part: can be array'],
    ],
    ['a field of a request', '"name":{"type"', '"title":{"type"', ['no more ThingCreate/name: string']],
    [
      'a required field',
      '"ThingCreate":{"type":"object",',
      '"ThingCreate":{"type":"object","required":["name"],',
      ['now ThingCreate: requires name'],
    ],
    [
      'a new required field',
      MADE,
      `"ThingCreate":{"type":"object","required":["of"],"properties":{"of":{"type":"string"},`,
      ['now ThingCreate: requires of'],
    ],
    ['a new field of a request', MADE, `${MADE}"of":{"type":"string"},`, []],
    ['null in a request', '"nullable":true,', '', ['no more ThingCreate/name: null']],
    ['a shorter text', '"maxLength":100', '"maxLength":99', ['now ThingCreate/name: maxLength 99']],
    ['a longer text', '"maxLength":100', '"maxLength":101', []],
    ['a first limit', '"size":{', '"size":{"maxLength":5,', ['now ThingCreate/size: maxLength 5']],
    ['a longer least text', '"minLength":1', '"minLength":2', ['now ThingCreate/name: minLength 2']],
    ['another pattern', '"^a"', '"^b"', ['now ThingCreate/name: pattern ^b']],
    ['no pattern', ',"pattern":"^a"', '', []],
    ['fewer items', '"maxItems":10', '"maxItems":9', ['now ThingCreate/tags: maxItems 9']],
    ['another type of items', '{"type":"string","format":"uuid"}', '{"type":"integer"}', ['no more ThingCreate/tags/0: string']],
    ['another format of items', '"format":"uuid"', '"format":"email"', ['now ThingCreate/tags/0: format email']],
    ['a value of a request', ',"M"]', ']', ['no more ThingCreate/size: M']],
    ['a new value in a request', ',"M"]', ',"M","S"]', []],
    ['values of a text', '"name":{', '"name":{"enum":["a","b"],', ['now ThingCreate/name: only a, b']],
    ['further fields', '"additionalProperties":true', '"additionalProperties":false', ['no more ThingCreate/more: further fields']],
    ['a choice in a request', '"choice":{"oneOf":[{"type":"string"},', '"choice":{"oneOf":[', ['no more ThingCreate/choice: string']],
  ])('is breaking or not: %s', (_, text, replacement, breaking) => {
    expect(breakingChanges(DOCUMENT, changed(text, replacement))).toEqual(breaking);
  });

  it('is not breaking if it only gives a schema another name', () => {
    expect(breakingChanges(DOCUMENT, JSON.parse(JSON.stringify(DOCUMENT).replaceAll('ThingCreate', 'NewThing')) as OpenAPIObject)).toEqual(
      [],
    );
  });

  it('since the last release breaks no client, unless that is declared', () => {
    const declared = read<string[]>('releases/declared-breaking-changes.json');
    const found = breakingChanges(read<OpenAPIObject>('releases/openapi-0.1.json'), read<OpenAPIObject>('../openapi.json'));
    expect(found.filter((change) => !declared.includes(change))).toEqual([]);
    expect(declared.filter((change) => !found.includes(change))).toEqual([]);
  });
});
