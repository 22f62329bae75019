import { DefaultNamingStrategy } from 'typeorm';
import { openStore } from '../database/support/store';
import { rows } from '../database/rows';
import type { Field } from '../fields/field';
import type { RecordType } from '../fields/record-type';
import { indexTable, keyFields, walkedKey } from '../fields/index-row';
import { alongKey } from '../sql/dialect';
import { identifier, sql, type Sql } from '../sql/sql';
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

const keyOf = (type: RecordType, field: Field): string =>
  new DefaultNamingStrategy().indexName(indexTable(type), [...walkedKey(type, field)]);

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
    expect(JSON.stringify(plan)).toContain(keyOf(vacancies, vacancies.field('title')));
  });
});

it('Every key that records are read along is in the database', async () => {
  const { store, close } = await openStore();
  try {
    const keys = store.types.all.flatMap((type) => keyFields(type).map((field) => ({ table: indexTable(type), key: keyOf(type, field) })));
    expect(keys.length).toBeGreaterThan(40);
    // a statement that names another key fails
    for (const { table, key } of keys) await rows(store.manager, sql`SELECT id FROM ${identifier(table)}${alongKey(key)} LIMIT 1`);
  } finally {
    await close();
  }
}, 60_000);
