import fc from 'fast-check';
import type { RecordType } from '../fields/record-type';
import { parseFilter } from './parse-filter';
import { parseOrder } from './parse-order';
import type { OrderPosition } from './order';
import { select, type SelectOptions } from './select';
import { orderSteps } from './steps';
import { BruteForce } from './support/brute-force';
import { openDatabase, type TestDatabase } from './support/databases';
import { filters, orders } from './support/filters';
import { companies, shifts, vacancies, types } from './support/fixture';
import { makeWorld, NOW } from './support/world';

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

  it.each<[string, RecordType]>([
    ['vacancies', vacancies],
    ['shifts', shifts],
    ['companies', companies],
  ])(
    'find the same %s in the same order by SQL and by plain code',
    async (_, type) => {
      const property = fc.asyncProperty(filters(types, type), orders(type), circumstances, async (filter, orderBy, context) => {
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
        const inSteps = orderSteps(type, { ...context, where, order });
        expect((await Promise.all(inSteps.map(found))).flat()).toEqual(expected);
      });
      await fc.assert(property, { numRuns });
    },
    600_000,
  );

  it.each<[string, RecordType]>([
    ['vacancies', vacancies],
    ['shifts', shifts],
    ['companies', companies],
  ])('continue with the same %s after the position of any of them', async (_, type) => {
    const positions = async (options: SelectOptions): Promise<OrderPosition[]> =>
      (await Promise.all(orderSteps(type, options).map(positionsOf))).flat();
    const positionsOf = async (options: SelectOptions): Promise<OrderPosition[]> => {
      const { keys, from, where, order, params } = select(type, options);
      const rows = await database.rows(`SELECT ${keys.map(({ text }) => text).join(', ')} FROM ${from} WHERE ${where} ORDER BY ${order}`, [
        ...keys.flatMap((key) => key.params),
        ...params,
      ]);
      return rows as OrderPosition[];
    };
    const property = fc.asyncProperty(
      filters(types, type),
      orders(type),
      circumstances,
      fc.boolean(),
      fc.nat(),
      async (filter, orderBy, present, idsDescend, some) => {
        const options = { ...present, where: parseFilter(types, type, filter), order: parseOrder(type, orderBy), idsDescend };
        const all = await positions(options);
        const at = some % Math.max(all.length, 1);
        expect(await positions({ ...options, after: all[at] })).toEqual(all.slice(all[at] ? at + 1 : 0));
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
