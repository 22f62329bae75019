import fc from 'fast-check';
import type { RecordType } from '../fields/record-type';
import { parseFilter } from './parse-filter';
import { parseOrder } from './parse-order';
import { firstInOrder, type ReadRows } from './first-in-order';
import type { OrderPosition } from './order';
import { select, type SelectOptions } from './select';
import { BruteForce } from './support/brute-force';
import { openDatabase, type TestDatabase } from './support/databases';
import { filters, orders } from './support/filters';
import { companies, shifts, vacancies, types } from './support/fixture';
import { makeWorld, NOW } from './support/world';
import { namesAsIDs } from './names-as-ids';
import { fold } from '../text/fold';

const numRuns = Number(process.env['PROPERTY_RUNS'] ?? 100);
const world = makeWorld(20260301);
const circumstances = fc.record({
  types: fc.constant(types),
  now: fc.constant(NOW),
  timeZone: fc.constantFrom('Australia/Sydney', 'America/New_York', 'UTC'),
  scope: fc.record({ divisions: fc.constantFrom<'all' | number[]>('all', [], [1], [2, 3]) }),
});

describe('Any filter and any order', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openDatabase(world);
  });
  afterAll(() => database.close());

  const read: ReadRows = ({ text, params }) => database.rows(text, params);
  /** Of entries only: which records have a name may be more than anyone keeps. */
  const idsOf = (list: string, folded: string): number[] | undefined =>
    world.lookups.some((entry) => entry.list === list)
      ? world.lookups.filter((entry) => entry.list === list && fold(entry.name) === folded).map(({ id }) => id)
      : undefined;
  /** The positions of the first records, as if hardly any were few. */
  const firstOf = async (type: RecordType, options: SelectOptions, limit: number): Promise<OrderPosition[]> =>
    (await firstInOrder(read, type, options, { limit, few: 2 })).rows as OrderPosition[];

  it.each<[string, RecordType]>([
    ['vacancies', vacancies],
    ['shifts', shifts],
    ['companies', companies],
  ])(
    'find the same %s in the same order by SQL and by plain code',
    async (_, type) => {
      const limits = fc.oneof(fc.constant(1000), fc.integer({ min: 1, max: 20 }));
      const property = fc.asyncProperty(
        filters(types, type),
        orders(type),
        circumstances,
        limits,
        async (filter, orderBy, context, limit) => {
          const where = parseFilter(types, type, filter);
          const order = parseOrder(type, orderBy);
          const expected = new BruteForce(world, context).ids(type, filter, orderBy);
          const found = async (options: SelectOptions): Promise<unknown[]> => {
            const selection = select(type, options);
            const rows = await database.rows(
              `SELECT r.id FROM ${selection.from} WHERE ${selection.where} ORDER BY ${selection.order} LIMIT ?`,
              [...selection.params, 1000],
            );
            return rows.flat();
          };
          expect(await found({ ...context, where, order })).toEqual(expected);
          const byIDs = where && namesAsIDs(types, type, where, idsOf);
          if (byIDs !== where) expect(await found({ ...context, where: byIDs, order })).toEqual(expected);
          const first = await firstOf(type, { ...context, where, order }, limit);
          expect(first.map((position) => position.at(-1))).toEqual(expected.slice(0, limit));
          const { rows, counted } = await firstInOrder(read, type, { ...context, where, order }, { limit, most: 5, few: 2 });
          expect(rows.map((row) => row.at(-1))).toEqual(expected.slice(0, limit));
          if (counted !== undefined) expect(Math.min(counted, 6)).toBe(Math.min(expected.length, 6));
        },
      );
      await fc.assert(property, { numRuns });
    },
    600_000,
  );

  it.each<[string, RecordType]>([
    ['vacancies', vacancies],
    ['shifts', shifts],
    ['companies', companies],
  ])('continue with the same %s after the position of any of them', async (_, type) => {
    const property = fc.asyncProperty(
      filters(types, type),
      orders(type),
      circumstances,
      fc.boolean(),
      fc.nat(),
      async (filter, orderBy, present, idsDescend, some) => {
        const options = { ...present, where: parseFilter(types, type, filter), order: parseOrder(type, orderBy), idsDescend };
        const all = await firstOf(type, options, 1000);
        const at = some % Math.max(all.length, 1);
        const limit = (some % 30) + 1;
        expect(await firstOf(type, { ...options, after: all[at] }, limit)).toEqual(all.slice(all[at] ? at + 1 : 0).slice(0, limit));
      },
    );
    await fc.assert(property, { numRuns });
  });

  // MySQL may turn a NOT EXISTS into a join, and then loses some of these
  const owned = (operator: string, value: number) => ({ combinator: 'and', rules: [{ field: 'companyID', operator, value }] });
  const all = (value: object) => ({ combinator: 'and', rules: [{ field: 'vacancies', match: { mode: 'all' }, value }] });
  it.each<[string, RecordType, object]>([
    ['their own foreign key', companies, all(owned('<=', 5))],
    [
      'the foreign key of their related records',
      vacancies,
      {
        combinator: 'and',
        rules: [{ field: 'company', match: { mode: 'exactly', threshold: 0 }, value: all({ ...owned('!=', 3), not: true }) }],
      },
    ],
  ])('are correct for related records by %s', async (_, type, filter) => {
    const options = { types, now: NOW, timeZone: 'UTC', scope: { divisions: 'all' as const } };
    const where = parseFilter(types, type, filter);
    const selection = select(type, { ...options, where });
    const rows = await database.rows(
      `SELECT r.id FROM ${selection.from} WHERE ${selection.where} ORDER BY ${selection.order}`,
      selection.params,
    );
    expect(rows.flat()).toEqual(new BruteForce(world, options).ids(type, filter));
  });

  it('are complements with and without not', async () => {
    const everyone = new BruteForce(world, { now: NOW, timeZone: 'UTC', types, scope: { divisions: 'all' } }).ids(vacancies, { all: true });
    const property = fc.asyncProperty(filters(types, vacancies), async (filter) => {
      const found = await Promise.all(
        [filter, { combinator: 'and', not: true, rules: [filter] }].map(async (each) => {
          const { from, where, order, params } = select(vacancies, {
            now: NOW,
            timeZone: 'UTC',
            types,
            scope: { divisions: 'all' },
            where: parseFilter(types, vacancies, each),
          });
          return (await database.rows(`SELECT r.id FROM ${from} WHERE ${where} ORDER BY ${order}`, params)).flat();
        }),
      );
      expect(
        found
          .flat()
          .map(Number)
          .toSorted((a, b) => a - b),
      ).toEqual(everyone);
    });
    await fc.assert(property, { numRuns });
  }, 600_000);
});
