import type { RecordType } from '../fields/record-type';
import { indexTable, walkedKeyName } from '../fields/index-row';
import { identifier, sql, type Sql } from '../sql/sql';
import { firstInOrder, type FirstRows } from './first-in-order';
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

const PAGE = 10;

describe.each([true, false])('Pages in the order of titles, ascending: %s,', (isAscending) => {
  it.each([
    ['to the end', 'zz'],
    ['to the beginning', ''],
    ['among the others', 'title 50'],
    ['among those without one', null],
  ])('have every record that stays once while others move %s between two statements', async (_where, title) => {
    const database = await openDatabase(world);
    const moved = new Set<unknown>();
    const read = async ({ text, params }: Sql): Promise<unknown[][]> => {
      const found = await database.rows(text, params);
      const id = found.at(-2)?.at(-1);
      if (id !== undefined) {
        const value = title === null ? sql`NULL` : sql`${title}`;
        const move = sql`UPDATE ${identifier(indexTable(vacancies))} SET title = ${value} WHERE id = ${id as number}`;
        await database.rows(move.text, move.params);
        moved.add(id);
      }
      return found;
    };
    const order = ['title', 'id'].map((columnName) => parseOrder(vacancies, { columnName, isAscending })).flat();
    const page = (after?: FirstRows['rows'][number]): Promise<FirstRows> =>
      firstInOrder(
        read,
        vacancies,
        {
          types,
          now: new Date(),
          timeZone: 'UTC',
          scope: { divisions: 'all' },
          order,
          after: after as (string | number | null)[] | undefined,
        },
        { limit: PAGE + 1 },
      );
    const seen: unknown[] = [];
    for (let rows = (await page()).rows; rows.length > 0;) {
      const shown = rows.slice(0, PAGE);
      seen.push(...shown.map((row) => row.at(-1)));
      rows = rows.length > PAGE ? (await page(shown.at(-1))).rows : [];
    }
    await database.close();
    const stayed = world.rows
      .get(vacancies)!
      .map(({ id }) => id)
      .filter((id) => !moved.has(id));
    expect(stayed.length).toBeGreaterThan(100);
    expect(seen.filter((id) => !moved.has(id)).toSorted((one, other) => Number(one) - Number(other))).toEqual(stayed);
  });
});
