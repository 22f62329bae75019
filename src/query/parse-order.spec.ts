import { parseOrder } from './parse-order';
import { FilterProblems } from './problems';
import { vacancies } from './support/fixture';

const read = (json: unknown): string[] =>
  parseOrder(vacancies, json).map(({ field, isAscending }) => `${field.name} ${isAscending ? 'up' : 'down'}`);

describe('An order', () => {
  it.each<[string, unknown, string[]]>([
    ['absent is none', undefined, []],
    ['of null is none', null, []],
    ['of "" is none', '', []],
    ['of {} is none', {}, []],
    ['of [] is none', [], []],
    ['by "" is none', { columnName: '', isAscending: false }, []],
    ['by null is none', [{ columnName: null }, { columnName: 'id' }], ['id up']],
    ['is ascending unless it says otherwise', { columnName: 'title' }, ['title up']],
    ['takes null for ascending', { columnName: 'title', isAscending: null }, ['title up']],
    ['names a column in either case', { columnName: 'COMPANYNAME', isAscending: false }, ['companyName down']],
    [
      'has up to three columns',
      [{ columnName: 'fee' }, { columnName: 'nextStart', isAscending: false }, { columnName: 'id' }],
      ['fee up', 'nextStart down', 'id up'],
    ],
  ])('%s', (_, json, order) => {
    expect(read(json)).toEqual(order);
  });

  it.each<[string, unknown, string, RegExp]>([
    ['is no text', 'title', '', /must be \{"columnName"/],
    ['names a field that is there', { columnName: 'titl' }, '/columnName', /perhaps title/],
    ['names no secret', [{ columnName: 'secret' }], '/0/columnName', /catalogue/],
    ['names no list', [{ columnName: 'id' }, { columnName: 'tagNames' }], '/1/columnName', /catalogue/],
    ['has no more than three columns', [{}, {}, {}, {}], '', /at most 3/],
    ['says its direction by true or false', { columnName: 'id', isAscending: 'desc' }, '/isAscending', /true or false/],
    ['has no other keys', { column: 'id' }, '/column', /not known here/],
  ])('%s', (_, json, pointer, detail) => {
    expect(() => read(json)).toThrow(FilterProblems);
    try {
      read(json);
    } catch (error) {
      expect((error as FilterProblems).complaints).toEqual([{ pointer, detail: expect.stringMatching(detail) as string }]);
    }
  });
});
