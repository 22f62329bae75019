import { amongFewRelated } from './few-related';
import { parseFilter } from './parse-filter';
import { select, type SelectOptions } from './select';
import { companies, types } from './support/fixture';

const ofVacancies = (mode: string, ...rules: object[]) => ({ field: 'vacancies', match: { mode, threshold: 1 }, value: all(...rules) });
const all = (...rules: object[]) => ({ combinator: 'and', rules });
const BY_NAME = { field: 'companyName', operator: '=', value: 'Acme' };
const NAMED = { field: 'name', operator: 'beginsWith', value: 'a' };

const searching = (filter: object): SelectOptions => ({
  types,
  scope: { divisions: 'all' },
  now: new Date('2026-03-01T13:30Z'),
  timeZone: 'UTC',
  where: parseFilter(types, companies, filter),
});

/** Narrows a search, and answers as a database would that has so many rows. @returns what was read, and the search */
async function narrowed(filter: object, rowsOf: (table: string) => number) {
  const read: string[] = [];
  const options = searching(filter);
  const search = await amongFewRelated(
    ({ from }, limit) => {
      const [, table = ''] = /^`(\w+)`/.exec(from) ?? [];
      read.push(table);
      return Promise.resolve(Array.from({ length: Math.min(rowsOf(table), limit) }, (_, index) => [7 + (index % 2)]));
    },
    companies,
    options,
    100,
  );
  return { read, isSame: search === options, params: select(companies, search).params.slice(-2) };
}

describe('A search among few related records', () => {
  it('looks up the records that have some by a reference, each once', async () => {
    const { read, params } = await narrowed(all(ofVacancies('some', BY_NAME)), () => 4);
    expect(read).toEqual(['vacancy_index']);
    expect(params).toEqual([7, 8]);
  });

  it('finds nothing where there is no such related record', async () => {
    const options = searching(all(ofVacancies('some', BY_NAME)));
    const search = await amongFewRelated(() => Promise.resolve([]), companies, options, 100);
    expect(select(companies, search).where).toContain('1 = 0');
  });

  it('goes through all records where many have one', async () => {
    expect(await narrowed(all(ofVacancies('some', BY_NAME)), () => 501)).toMatchObject({ read: ['vacancy_index'], isSame: true });
  });

  it('looks up nothing where the other conditions leave few records', async () => {
    const filter = all(NAMED, ofVacancies('some', BY_NAME));
    expect(await narrowed(filter, () => 100)).toMatchObject({ read: ['company_index'], isSame: true });
    expect(await narrowed(filter, () => 101)).toMatchObject({ read: ['company_index', 'vacancy_index'], isSame: false });
  });

  it.each([
    ['a number of related records', all(ofVacancies('atLeast', BY_NAME))],
    ['none', all(ofVacancies('none', BY_NAME))],
    ['one condition of several', { combinator: 'or', rules: [NAMED, ofVacancies('some', BY_NAME)] }],
    ['the contrary', { combinator: 'and', not: true, rules: [ofVacancies('some', BY_NAME)] }],
    ['what no reference says', all(ofVacancies('some', { field: 'title', operator: '=', value: 'Crane' }))],
    ['the name of an entry', all(ofVacancies('some', { field: 'stageName', operator: '=', value: 'Open' }))],
    ['part of a name', all(ofVacancies('some', { field: 'companyName', operator: 'contains', value: 'c' }))],
  ])('looks up nothing for %s', async (_, filter) => {
    expect(await narrowed(filter, () => 0)).toMatchObject({ read: [], isSame: true });
  });
});
