import '../../database/support/kind';
import { SYSTEM_CALLER } from '../../callers';
import { validateSync } from 'class-validator';
import { recordTypeNamed, types } from '../../database/support/record-types';
import { InvalidRequest } from '../../problems';
import { LONG_TEXT } from '../../sql/columns';
import { querySearch, RecordQueryDto } from './query';

const FILTER = { combinator: 'and', rules: [{ field: 'title', operator: '=', value: 'Rigger' }] };

describe('The body of a search', () => {
  const complaints = (body: object): unknown[] =>
    validateSync(Object.assign(new RecordQueryDto(), body)).map(({ property, constraints }) => [property, constraints?.['field']]);

  it.each<[string, object]>([
    ['nothing', {}],
    ['null', { filters: null, orderBy: null }],
    ['objects', { filters: FILTER, orderBy: { columnName: 'id', isAscending: true } }],
    ['JSON text and a list', { filters: JSON.stringify(FILTER), orderBy: [] }],
    ['an empty text', { filters: '' }],
    ['the longest text', { filters: 'x'.repeat(LONG_TEXT) }],
  ])('may have %s', (_, body) => expect(complaints(body)).toEqual([]));

  const noFilter = 'must be a group {"combinator", "rules"}, or the same as JSON text';
  const noOrder = 'must be {"columnName", "isAscending"}, or an array of them';
  it.each<[string, object, string, string]>([
    ['a list of filters', { filters: [FILTER] }, 'filters', noFilter],
    ['a number for a filter', { filters: 7 }, 'filters', noFilter],
    ['a yes for a filter', { filters: true }, 'filters', noFilter],
    ['half a character', { filters: 'a\ud800' }, 'filters', 'must not contain a NUL character or half of a surrogate pair'],
    ['a longer text', { filters: 'x'.repeat(LONG_TEXT + 1) }, 'filters', `must be at most ${LONG_TEXT} characters long`],
    ['the name of a column for an order', { orderBy: 'id' }, 'orderBy', noOrder],
    ['a number for an order', { orderBy: 7 }, 'orderBy', noOrder],
  ])('must not have %s', (_, body, property, complaint) => expect(complaints(body)).toEqual([[property, complaint]]));
});

describe('A search', () => {
  const jobs = recordTypeNamed('Job');
  const search = (body: RecordQueryDto) => querySearch(SYSTEM_CALLER, types, jobs, body, 'Asia/Tokyo');

  it('has the filter, the order and the time zone', () => {
    const { where, order, timeZone } = search({ filters: FILTER, orderBy: { columnName: 'title', isAscending: false } });
    expect(where).toMatchObject({ combinator: 'and' });
    expect(order).toEqual([{ field: jobs.field('title'), isAscending: false }]);
    expect(timeZone).toBe('Asia/Tokyo');
  });

  it('without a filter and an order has neither', () => {
    expect(search({})).toMatchObject({ where: undefined, order: [] });
    expect(search({ filters: {} })).toEqual(search({ filters: '' }));
  });

  it('is another one by another filter, column or direction', () => {
    const byTitle = { columnName: 'title', isAscending: true };
    const all = [
      search({}),
      search({ filters: FILTER }),
      search({ filters: { ...FILTER, combinator: 'or' } }),
      search({ orderBy: byTitle }),
      search({ orderBy: { ...byTitle, isAscending: false } }),
      search({ orderBy: { ...byTitle, columnName: 'suburb' } }),
      search({ orderBy: [byTitle, { columnName: 'suburb', isAscending: true }] }),
    ].map(({ criteria }) => JSON.stringify(criteria));
    expect(new Set(all).size).toBe(all.length);
    expect(search({ filters: { ...FILTER } }).criteria).toEqual(search({ filters: FILTER }).criteria);
  });

  it('by a filter or an order that is not valid is refused', () => {
    expect(() => search({ filters: { combinator: 'nor' } })).toThrow(InvalidRequest);
    expect(() => search({ orderBy: { columnName: 'titel', isAscending: true } })).toThrow(InvalidRequest);
  });
});
