import type { RecordType } from '../fields/record-type';
import { walkedKeyName } from '../fields/index-row';
import type { Sql } from '../sql/sql';
import { firstInOrder } from './first-in-order';
import { parseFilter } from './parse-filter';
import { parseOrder } from './parse-order';
import { openDatabase, type TestDatabase } from './support/databases';
import { companies, shifts, types, vacancies } from './support/fixture';
import type { Row, World } from './support/world';

const EXPLAIN = process.env['TEST_DATABASE_URL'] ? 'EXPLAIN' : 'EXPLAIN QUERY PLAN';
const BASE = { workplace: 0, openings: 0, fee: 0, urgent: false, deleted: false } as const;
const vacancy = (id: number): Row => ({ ...BASE, id, title: `Title ${id % 100}`, stageID: id % 2 });
const world: World = {
  rows: new Map<RecordType, readonly Row[]>([
    [companies, []],
    [vacancies, Array.from({ length: 200 }, (_, index) => vacancy(index + 1))],
    [shifts, []],
  ]),
  lookups: [],
  divisions: [],
};

describe('More records than are sorted', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openDatabase(world);
  });
  afterAll(() => database.close());

  it('are read along the key of their order, although a filter has one, too', async () => {
    const queries: Sql[] = [];
    const options = {
      ...{ types, now: new Date(), timeZone: 'UTC', scope: { divisions: 'all' } as const },
      where: parseFilter(types, vacancies, { combinator: 'and', rules: [{ field: 'stageID', operator: '=', value: 1 }] }),
      order: parseOrder(vacancies, { columnName: 'title', isAscending: true }),
    };
    await firstInOrder(
      (query) => {
        queries.push(query);
        return database.rows(query.text, query.params);
      },
      vacancies,
      options,
      { limit: 10, few: 2 },
    );
    const { text, params } = queries.at(-1)!;
    const plan = await database.rows(`${EXPLAIN} ${text}`, params);
    expect(JSON.stringify(plan)).toContain(walkedKeyName(vacancies, vacancies.field('title')));
  });
});
