import { exampleOf, type Schemas } from './openapi-examples';

const schemas: Schemas = {
  Person: {
    type: 'object',
    properties: {
      id: { type: 'integer', readOnly: true, example: 1 },
      name: { type: 'string', example: 'Grace' },
      nickname: { type: 'string', nullable: true, example: null },
      note: { type: 'string' },
      tags: { type: 'array', items: { $ref: '#/components/schemas/Tag' } },
      first: { allOf: [{ $ref: '#/components/schemas/Tag' }], nullable: true },
      past: { type: 'array', items: { $ref: '#/components/schemas/Tag' }, example: [] },
    },
  },
  Tag: { type: 'object', properties: { tag: { type: 'string', example: 'Welding' } } },
};
const person = { name: 'Grace', nickname: null, tags: [{ tag: 'Welding' }], first: { tag: 'Welding' }, past: [] };

describe('An example', () => {
  it('of a request contains the writable fields', () => {
    expect(exampleOf({ $ref: '#/components/schemas/Person' }, 'request', schemas)).toEqual(person);
  });

  it('of a response contains read-only fields too', () => {
    expect(exampleOf({ $ref: '#/components/schemas/Person' }, 'response', schemas)).toEqual({ id: 1, ...person });
  });

  it('of an array has one item', () => {
    expect(exampleOf({ type: 'array', items: { $ref: '#/components/schemas/Tag' } }, 'response', schemas)).toEqual([{ tag: 'Welding' }]);
  });

  it('is the schema’s own where it has one', () => {
    expect(exampleOf({ type: 'array', items: { type: 'integer' }, example: [2, 3] }, 'request', schemas)).toEqual([2, 3]);
  });

  it('is absent where no field has one', () => {
    expect(exampleOf({ type: 'string' }, 'response', schemas)).toBeUndefined();
  });
});
