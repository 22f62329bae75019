import type { ContractField, ContractType } from './contract-field';
import { compareResponse, compareResponses } from './compare';

const field = (name: string, type: ContractType, nullable = false): ContractField => ({ name, type, nullable, json: false });
const fields: readonly ContractField[] = [
  field('id', { kind: 'int32' }),
  field('title', { kind: 'string' }, true),
  field('rate', { kind: 'double' }),
  field('live', { kind: 'boolean' }),
  field('closed', { kind: 'dt' }),
  field('matched', { kind: 'dt' }, true),
  field('kind', { kind: 'enum', values: [0, 1, 2] }),
  field('links', { kind: 'array', of: { kind: 'int32' } }),
  field(
    'dates',
    { kind: 'array', of: { kind: 'object', fields: [field('type', { kind: 'string' }), field('value', { kind: 'dt' })] } },
    true,
  ),
];
const response = {
  id: 7,
  title: 'Site Engineer',
  rate: 12.5,
  live: true,
  closed: '2026-03-31T09:30:00.000Z',
  matched: '2026-02-28T00:00:00.123Z',
  kind: 2,
  links: [1, 2],
  dates: [{ type: 'lastNote', value: '2026-03-31T09:30:00.000Z' }],
};

describe('An answer', () => {
  it.each<[string, object]>([
    ['has everything', response],
    ['has null where it may', { ...response, title: null, matched: null, dates: null }],
    ['leaves out an unset date', { ...response, closed: undefined }],
    ['has whole numbers for floating-point ones, and zeros', { ...response, rate: 0, id: 0 }],
    ['has empty texts and lists', { ...response, title: '', links: [], dates: [] }],
    ['has the limits of a whole number', { ...response, links: [2147483647, -2147483648] }],
  ])('is right when it %s', (_how, right) => {
    expect(compareResponse(fields, right)).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    ['lacks a field', { ...response, id: undefined }, '/id: is missing'],
    ['lacks a field that may be null', { ...response, title: undefined }, '/title: is missing'],
    ['lacks a date that may be null', { ...response, matched: undefined }, '/matched: is missing'],
    ['has a field more', { ...response, secret: 1 }, '/secret: is not in the specification'],
    ['has null for a number', { ...response, rate: null }, '/rate: is null'],
    ['has null for a date that is left out when unset', { ...response, closed: null }, '/closed: is null'],
    ['has null for a list', { ...response, links: null }, '/links: is null'],
    ['has a number as text', { ...response, id: '7' }, '/id: "7" is not a valid int32'],
    ['has a fraction', { ...response, id: 7.5 }, '/id: 7.5 is not a valid int32'],
    ['has a number that is too large', { ...response, id: 2147483648 }, '/id: 2147483648 is not a valid int32'],
    ['has a decimal as text', { ...response, rate: '12.50' }, '/rate: "12.50" is not a valid double'],
    ['has 1 for true', { ...response, live: 1 }, '/live: 1 is not a valid boolean'],
    [
      'has a date without milliseconds',
      { ...response, closed: '2026-03-31T09:30:00Z' },
      '/closed: "2026-03-31T09:30:00Z" is not a valid dt',
    ],
    [
      'has a date with an offset',
      { ...response, closed: '2026-03-31T09:30:00.000+10:00' },
      '/closed: "2026-03-31T09:30:00.000+10:00" is not a valid dt',
    ],
    [
      'has a date as the database writes it',
      { ...response, closed: '2026-03-31 09:30:00.000' },
      '/closed: "2026-03-31 09:30:00.000" is not a valid dt',
    ],
    ['has 30 February', { ...response, closed: '2026-02-30T09:30:00.000Z' }, '/closed: "2026-02-30T09:30:00.000Z" is not a valid dt'],
    ['has a value out of an enumeration', { ...response, kind: 3 }, '/kind: 3 is not a valid enum'],
    ['has a text for a list', { ...response, links: '1,2' }, '/links: "1,2" is not a valid array'],
    ['has a wrong element', { ...response, links: [1, null] }, '/links/1: null is not a valid int32'],
    [
      'has an element of the wrong shape',
      { ...response, dates: [{ type: 'lastNote', at: 1 }] },
      '/dates/0/at: is not in the specification',
    ],
    ['has a list for an element', { ...response, dates: [[]] }, '/dates/0: is not an object but []'],
    ['is null', null, '/: is not an object but null'],
    ['is a list', [response], `/: is not an object but ${JSON.stringify([response])}`],
  ])('is found to differ when it %s', (_how, wrong, difference) => {
    expect(compareResponse(fields, wrong)).toContain(difference);
  });

  it('may have the fields beyond the specification that are allowed', () => {
    expect(compareResponse(fields, { ...response, name: 'x' }, ['name'])).toEqual([]);
  });
});

describe('An answer of many', () => {
  it('is right when each is', () => {
    expect(compareResponses(fields, [response, response])).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    ['one of them does', [response, { ...response, id: null }], '/1/id: is null'],
    ['it is empty', [], '/: is empty'],
    ['it is one object', {}, '/: is not an array but {}'],
  ])('differs when %s', (_how, wrong, difference) => {
    expect(compareResponses(fields, wrong)).toEqual([difference]);
  });
});
