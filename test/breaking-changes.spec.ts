import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import { breakingChanges } from './support/breaking-changes';

const read = <T>(name: string): T => JSON.parse(readFileSync(join(__dirname, name), 'utf8')) as T;

const DOCUMENT = {
  openapi: '3.0.0',
  info: { title: 'Things', version: '1' },
  paths: {
    '/things': {
      get: { parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }], responses: { 200: { description: 'OK' } } },
      post: {
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
        responses: { 201: { description: 'Created' } },
      },
    },
  },
  components: { schemas: { Thing: { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } } } },
} satisfies OpenAPIObject;

type Changed = typeof DOCUMENT & { [name: string]: unknown };
const changed = (text: string, replacement: string): OpenAPIObject =>
  JSON.parse(JSON.stringify(DOCUMENT).replace(text, replacement)) as Changed;

describe('A change of the OpenAPI document', () => {
  it.each<[what: string, text: string, replacement: string, breaking: string[]]>([
    ['nothing', '', '', []],
    ['an operation', '"get":', '"put":', ['no more GET /things', 'no more GET /things: 200', 'no more GET /things: parameter limit']],
    ['a parameter', '"limit"', '"most"', ['no more GET /things: parameter limit']],
    ['a status', '"201"', '"202"', ['no more POST /things: 201']],
    ['a field', '"name":{"type":"string"}', '"title":{"type":"string"}', ['no more Thing/name: string']],
    ['a type', '"name":{"type":"string"}', '"name":{"type":"number"}', ['no more Thing/name: string']],
    ['a required field', '{"type":"object",', '{"type":"object","required":["name"],', ['now Thing: requires name']],
    ['a required parameter', '"name":"limit",', '"name":"limit","required":true,', ['now GET /things: requires limit']],
    ['a new field', '"id":{', '"size":{"type":"integer"},"id":{', []],
    ['a new operation', '"get":', '"delete":{"responses":{}},"get":', []],
  ])('is breaking or not: %s', (_, text, replacement, breaking) => {
    expect(breakingChanges(DOCUMENT, changed(text, replacement))).toEqual(breaking);
  });

  it('since the last release breaks no client, unless that is declared', () => {
    const declared = read<string[]>('releases/declared-breaking-changes.json');
    const found = breakingChanges(read<OpenAPIObject>('releases/openapi-0.1.json'), read<OpenAPIObject>('../openapi.json'));
    expect(found.filter((change) => !declared.includes(change))).toEqual([]);
    expect(declared.filter((change) => !found.includes(change))).toEqual([]);
  });
});
