import { parseOrder, parseOrderText } from './parse-order';
import { FilterError } from './parse-context';
import { vacancies } from './support/fixture';

const read = (json: unknown): string[] =>
  parseOrder(vacancies, json).map(({ field, isAscending }) => `${field.name} ${isAscending ? 'up' : 'down'}`);

describe('An order', () => {
  it.each<[string, unknown, string[]]>([
    ['can be absent', undefined, []],
    ['can be null', null, []],
    ['can be ""', '', []],
    ['can be {}', {}, []],
    ['can be []', [], []],
    ['by "" is empty', { columnName: '', isAscending: false }, []],
    ['by null is empty', [{ columnName: null }, { columnName: 'id' }], ['id up']],
    ['is ascending by default', { columnName: 'title' }, ['title up']],
    ['takes null for ascending', { columnName: 'title', isAscending: null }, ['title up']],
    ['names a column in any case', { columnName: 'COMPANYNAME', isAscending: false }, ['companyName down']],
    [
      'has up to three columns',
      [{ columnName: 'fee' }, { columnName: 'nextStart', isAscending: false }, { columnName: 'id' }],
      ['fee up', 'nextStart down', 'id up'],
    ],
  ])('%s', (_, json, order) => {
    expect(read(json)).toEqual(order);
  });

  it.each<[string, unknown, string, RegExp]>([
    ['must be an object', 'title', '', /must be \{"columnName"/],
    ['must name an existing field', { columnName: 'titl' }, '/columnName', /perhaps title/],
    ['cannot name a secret', [{ columnName: 'secret' }], '/0/columnName', /catalogue/],
    ['cannot name an array', [{ columnName: 'id' }, { columnName: 'tagNames' }], '/1/columnName', /catalogue/],
    ['cannot have more than three columns', [{}, {}, {}, {}], '', /at most 3/],
    ['cannot name a column by its number', { columnName: 5 }, '/columnName', /catalogue/],
    ['cannot have null for a column', [null], '/0', /must be \{"columnName"/],
    ['must have a boolean direction', { columnName: 'id', isAscending: 'desc' }, '/isAscending', /true or false/],
    ['cannot have other keys', { column: 'id' }, '/column', /not a known key/],
  ])('%s', (_, json, pointer, detail) => {
    expect(() => read(json)).toThrow(FilterError);
    try {
      read(json);
    } catch (error) {
      expect((error as FilterError).errors).toEqual([{ pointer, detail: expect.stringMatching(detail) as string }]);
    }
  });
});

describe('An order as a query parameter has it', () => {
  it.each<[string, string, string[]]>([
    ['ascends without a sign', 'title', ['title up']],
    ['descends with a minus', '-title', ['title down']],
    ['names up to three fields', 'fee,-nextStart,id', ['fee up', 'nextStart down', 'id up']],
    ['names a field in any case, with spaces around', ' -COMPANYNAME , id ', ['companyName down', 'id up']],
  ])('%s', (_, text, order) => {
    expect(parseOrderText(vacancies, text).map(({ field, isAscending }) => `${field.name} ${isAscending ? 'up' : 'down'}`)).toEqual(order);
  });

  it.each<[string, string, RegExp]>([
    ['must name an existing field', '-titl', /"titl" must be .*perhaps title/],
    ['cannot be empty', '', /"" must be one/],
    ['cannot have an empty name', 'id,,', /"" must be one/],
    ['cannot name a secret', 'secret', /catalogue/],
    ['cannot name a field twice', 'id,-ID', /each field once/],
    ['cannot name more than three fields', 'id,fee,title,nextStart', /at most 3/],
    ['cannot have two signs', '--id', /"-id" must be/],
  ])('%s', (_, text, detail) => {
    expect(() => parseOrderText(vacancies, text)).toThrow(detail);
  });
});
