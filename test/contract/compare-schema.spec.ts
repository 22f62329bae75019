import type { ContractField, ContractType } from './contract-field';
import { compareSchema, type OpenApiSchema } from './compare';
import { specification } from './specification';

const INT32 = { type: 'integer', format: 'int32' };
const schemas: Record<string, OpenApiSchema> = {
  Tag: { type: 'object', required: ['tag'], properties: { tag: { type: 'string' } } },
};
const field = (name: string, type: ContractType, nullable = false): ContractField => ({ name, type, nullable, json: false });
const fields: readonly ContractField[] = [
  field('id', { kind: 'int32' }),
  field('title', { kind: 'string' }, true),
  field('rate', { kind: 'double' }),
  field('live', { kind: 'boolean' }),
  field('closed', { kind: 'dt' }),
  field('matched', { kind: 'dt' }, true),
  field('kind', { kind: 'enum', values: [0, 1, 2] }),
  field('links', { kind: 'array', of: { kind: 'int32' } }, true),
  field('tags', { kind: 'array', of: { kind: 'object', fields: [field('tag', { kind: 'string' })] } }),
  field('tag', { kind: 'object', fields: [field('tag', { kind: 'string' })] }),
];
const properties: Record<string, OpenApiSchema> = {
  id: INT32,
  title: { type: 'string', nullable: true },
  rate: { type: 'number', format: 'double' },
  live: { type: 'boolean' },
  closed: { type: 'string', format: 'date-time' },
  matched: { type: 'string', format: 'date-time', nullable: true },
  kind: { ...INT32, enum: [2, 1, 0] },
  links: { type: 'array', nullable: true, items: INT32 },
  tags: { type: 'array', items: { $ref: '#/components/schemas/Tag' } },
  tag: { allOf: [{ $ref: '#/components/schemas/Tag' }] },
};
const required = Object.keys(properties).filter((name) => name !== 'closed');
const schema: OpenApiSchema = { type: 'object', properties, required };
const having = (name: string, change: OpenApiSchema): OpenApiSchema => ({
  ...schema,
  properties: { ...properties, [name]: { ...properties[name], ...change } },
});
const without = (name: string): OpenApiSchema => ({
  ...schema,
  properties: Object.fromEntries(Object.entries(properties).filter(([key]) => key !== name)),
});

describe('The schema of an answer', () => {
  it('agrees with the specification it was written from', () => {
    expect(compareSchema(fields, schema, { schemas })).toEqual([]);
  });

  it.each<[string, OpenApiSchema, string]>([
    ['lacks a field', without('id'), '/id: is missing'],
    ['has a field more', having('extra', INT32), '/extra: is not in the specification'],
    ['is no object', { ...schema, type: 'array' }, '/: type is "array", not "object"'],
    ['has another type', having('live', { type: 'string' }), '/live: type is "string", not "boolean"'],
    ['has another whole number', having('id', { format: 'int64' }), '/id: format is "int64", not "int32"'],
    ['has no format', having('rate', { format: undefined }), '/rate: format is undefined, not "double"'],
    ['has a whole number for a floating-point one', having('rate', { type: 'integer' }), '/rate: type is "integer", not "number"'],
    ['has a date for a text', having('title', { format: 'date-time' }), '/title: a string has the format date-time'],
    ['has a day for a date-time', having('closed', { format: 'date' }), '/closed: format is "date", not "date-time"'],
    ['allows null', having('id', { nullable: true }), '/id: nullable is true, not false'],
    ['does not allow null', having('title', { nullable: false }), '/title: nullable is false, not true'],
    ['lacks a value of an enumeration', having('kind', { enum: [0, 1] }), '/kind: enum is [0,1], not [0,1,2]'],
    ['has a value more in an enumeration', having('kind', { enum: [0, 1, 2, 3] }), '/kind: enum is [0,1,2,3], not [0,1,2]'],
    ['enumerates what is open', having('id', { enum: [1] }), '/id: is limited to [1]'],
    ['has other elements', having('links', { items: { type: 'string' } }), '/links/0: type is "string", not "integer"'],
    ['says no elements', having('links', { items: undefined }), '/links: has no items'],
    ['refers to nothing', having('tags', { items: { $ref: '#/components/schemas/Gone' } }), '/tags/0/tag: is missing'],
    ['does not require what is always there', { ...schema, required: required.slice(1) }, '/id: required is false, not true'],
    ['requires a date that may be left out', { ...schema, required: [...required, 'closed'] }, '/closed: required is true, not false'],
  ])('is found to differ when it %s', (_how, changed, difference) => {
    expect(compareSchema(fields, changed, { schemas })).toContain(difference);
  });

  it('may have the fields beyond the specification that are allowed', () => {
    expect(compareSchema(fields, having('extra', INT32), { schemas, allowed: ['extra'] })).toEqual([]);
  });
});

describe('The schema of a request', () => {
  const body = { required: ['kind'] };
  const request: OpenApiSchema = {
    type: 'object',
    required: ['kind'],
    properties: {
      ...properties,
      id: { ...INT32, nullable: true },
      tags: { type: 'array', items: { type: 'object', properties: { tag: { type: 'string' } } } },
      tag: { type: 'object', properties: { tag: { type: 'string' } } },
    },
  };

  it('may allow null more widely', () => {
    expect(compareSchema(fields, request, { body })).toEqual([]);
  });

  it.each<[string, OpenApiSchema, string]>([
    [
      'an enumeration allows null',
      { ...request, properties: { ...request.properties, kind: { ...INT32, enum: [0, 1, 2], nullable: true } } },
      '/kind: nullable is true, not false',
    ],
    [
      'a ? field refuses null',
      { ...request, properties: { ...request.properties, title: { type: 'string' } } },
      '/title: nullable is false, not true',
    ],
    ['it requires more', { ...request, required: ['kind', 'id'] }, '/id: required is true, not false'],
    ['it requires less', { ...request, required: [] }, '/kind: required is false, not true'],
  ])('differs when %s', (_how, changed, difference) => {
    expect(compareSchema(fields, changed, { body })).toEqual([difference]);
  });
});

it('A schema that says nothing differs in every field of every structure', () => {
  for (const name of specification.structureNames) {
    const structure = specification.structure(name);
    expect(compareSchema(structure, {})).toHaveLength(structure.length + 1);
  }
});
