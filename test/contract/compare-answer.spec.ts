import type { ContractField, ContractType } from './contract-field';
import { compareAnswer, compareAnswers } from './compare';

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
const answer = {
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
    ['has everything', answer],
    ['has null where it may', { ...answer, title: null, matched: null, dates: null }],
    ['leaves out an unset date', { ...answer, closed: undefined }],
    ['has whole numbers for floating-point ones, and zeros', { ...answer, rate: 0, id: 0 }],
    ['has empty texts and lists', { ...answer, title: '', links: [], dates: [] }],
    ['has the limits of a whole number', { ...answer, links: [2147483647, -2147483648] }],
  ])('is right when it %s', (_how, right) => {
    expect(compareAnswer(fields, right)).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    ['lacks a field', { ...answer, id: undefined }, '/id: is missing'],
    ['lacks a field that may be null', { ...answer, title: undefined }, '/title: is missing'],
    ['lacks a date that may be null', { ...answer, matched: undefined }, '/matched: is missing'],
    ['has a field more', { ...answer, secret: 1 }, '/secret: is not in the specification'],
    ['has null for a number', { ...answer, rate: null }, '/rate: is null'],
    ['has null for a date that is left out when unset', { ...answer, closed: null }, '/closed: is null'],
    ['has null for a list', { ...answer, links: null }, '/links: is null'],
    ['has a number as text', { ...answer, id: '7' }, '/id: "7" is no int32'],
    ['has a fraction', { ...answer, id: 7.5 }, '/id: 7.5 is no int32'],
    ['has a number that is too large', { ...answer, id: 2147483648 }, '/id: 2147483648 is no int32'],
    ['has a decimal as text', { ...answer, rate: '12.50' }, '/rate: "12.50" is no double'],
    ['has 1 for true', { ...answer, live: 1 }, '/live: 1 is no boolean'],
    ['has a date without milliseconds', { ...answer, closed: '2026-03-31T09:30:00Z' }, '/closed: "2026-03-31T09:30:00Z" is no dt'],
    [
      'has a date with an offset',
      { ...answer, closed: '2026-03-31T09:30:00.000+10:00' },
      '/closed: "2026-03-31T09:30:00.000+10:00" is no dt',
    ],
    [
      'has a date as the database writes it',
      { ...answer, closed: '2026-03-31 09:30:00.000' },
      '/closed: "2026-03-31 09:30:00.000" is no dt',
    ],
    ['has 30 February', { ...answer, closed: '2026-02-30T09:30:00.000Z' }, '/closed: "2026-02-30T09:30:00.000Z" is no dt'],
    ['has a value out of an enumeration', { ...answer, kind: 3 }, '/kind: 3 is no enum'],
    ['has a text for a list', { ...answer, links: '1,2' }, '/links: "1,2" is no array'],
    ['has a wrong element', { ...answer, links: [1, null] }, '/links/1: null is no int32'],
    ['has an element of the wrong shape', { ...answer, dates: [{ type: 'lastNote', at: 1 }] }, '/dates/0/at: is not in the specification'],
    ['has a list for an element', { ...answer, dates: [[]] }, '/dates/0: is no object but []'],
    ['is null', null, '/: is no object but null'],
    ['is a list', [answer], `/: is no object but ${JSON.stringify([answer])}`],
  ])('is found to differ when it %s', (_how, wrong, difference) => {
    expect(compareAnswer(fields, wrong)).toContain(difference);
  });

  it('may have the fields beyond the specification that are allowed', () => {
    expect(compareAnswer(fields, { ...answer, name: 'x' }, ['name'])).toEqual([]);
  });
});

describe('An answer of many', () => {
  it('is right when each is', () => {
    expect(compareAnswers(fields, [answer, answer])).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    ['one of them does', [answer, { ...answer, id: null }], '/1/id: is null'],
    ['it is empty', [], '/: is empty'],
    ['it is one object', {}, '/: is no array but {}'],
  ])('differs when %s', (_how, wrong, difference) => {
    expect(compareAnswers(fields, wrong)).toEqual([difference]);
  });
});
