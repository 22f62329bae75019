import fc from 'fast-check';
import type { RecordType } from '../fields/record-type';
import { parseFilter } from './parse-filter';
import { parseOrder } from './parse-order';
import { select } from './select';
import { BruteForce } from './support/brute-force';
import { openDatabase, type TestDatabase } from './support/databases';
import { filters, orders } from './support/filters';
import { companies, shifts, vacancies } from './support/fixture';
import { makeWorld, NOW } from './support/world';

const numRuns = Number(process.env['PROPERTY_RUNS'] ?? 100);
const world = makeWorld(20260301);
const circumstances = fc.record({
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
    'find the same %s in the same order by SQL and by hand',
    async (_, type) => {
      const property = fc.asyncProperty(filters(type), orders(type), circumstances, async (filter, orderBy, asked) => {
        const where = parseFilter(type, filter);
        const order = parseOrder(type, orderBy);
        const selection = select(type, { ...asked, where, order });
        const rows = await database.rows(
          `SELECT r.id FROM ${selection.from} WHERE ${selection.where} ORDER BY ${selection.order} LIMIT ?`,
          [...selection.params, 1000],
        );
        expect(rows.flat()).toEqual(new BruteForce(world, asked).ids(type, where, order));
      });
      await fc.assert(property, { numRuns });
    },
    600_000,
  );

  // MySQL may turn a NOT EXISTS into a join, and then loses some of these
  const owned = (operator: string, value: number) => ({ combinator: 'and', rules: [{ field: 'companyID', operator, value }] });
  const all = (value: object) => ({ combinator: 'and', rules: [{ field: 'vacancies', match: { mode: 'all' }, value }] });
  it.each<[string, RecordType, object]>([
    ['the key that links them', companies, all(owned('<=', 5))],
    [
      'the key that links theirs',
      vacancies,
      {
        combinator: 'and',
        rules: [{ field: 'company', match: { mode: 'exactly', threshold: 0 }, value: all({ ...owned('!=', 3), not: true }) }],
      },
    ],
  ])('is right about related records by %s', async (_, type, filter) => {
    const asked = { now: NOW, timeZone: 'UTC', scope: { divisions: 'all' as const } };
    const where = parseFilter(type, filter);
    const selection = select(type, { ...asked, where });
    const rows = await database.rows(
      `SELECT r.id FROM ${selection.from} WHERE ${selection.where} ORDER BY ${selection.order}`,
      selection.params,
    );
    expect(rows.flat()).toEqual(new BruteForce(world, asked).ids(type, where));
  });

  it('are complements with and without not', async () => {
    const everyone = new BruteForce(world, { now: NOW, timeZone: 'UTC', scope: { divisions: 'all' } }).ids(vacancies, { kind: 'everyone' });
    const property = fc.asyncProperty(filters(vacancies), async (filter) => {
      const found = await Promise.all(
        [filter, { combinator: 'and', not: true, rules: [filter] }].map(async (each) => {
          const { from, where, order, params } = select(vacancies, {
            now: NOW,
            timeZone: 'UTC',
            scope: { divisions: 'all' },
            where: parseFilter(vacancies, each),
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
