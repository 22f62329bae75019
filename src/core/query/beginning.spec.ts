import type { RecordType } from '../fields/record-type';
import { firstInOrder, type FirstOptions } from './first-in-order';
import { parseFilter } from './parse-filter';
import { parseOrder } from './parse-order';
import { openDatabase, type TestDatabase } from './support/databases';
import { companies, shifts, types, vacancies } from './support/fixture';
import type { Row, World } from './support/world';

const BASE = { workplace: 0, urgent: false, deleted: false, stageID: 1, fee: 0 } as const;
/** 1 of 2, and 1 of 100. */
const [COMMON, RARE] = [2, 100] as const;

const world = (titleOf: (id: number) => string | null): World => ({
  rows: new Map<RecordType, readonly Row[]>([
    [companies, []],
    [
      vacancies,
      Array.from({ length: 600 }, (_, index): Row => {
        const id = index + 1;
        return { ...BASE, id, title: titleOf(id), openings: id, deleted: id % 7 === 0, minimumAge: id % COMMON === 0 ? 18 : null };
      }),
    ],
    [shifts, []],
  ]),
  lookups: [],
  divisions: [],
});

/** Ten share each title, and twenty have none. */
const titled = (letter: string) => (id: number) => (id % 30 === 0 ? null : `${letter}${String(id % 60).padStart(2, '0')}`);

interface Sought {
  readonly rule: { readonly field: string; readonly operator: string; readonly value?: unknown };
  readonly columnName?: string;
  readonly isAscending?: boolean;
}

describe('The first records along a key', () => {
  let [before, later]: TestDatabase[] = [];
  beforeAll(async () => {
    before = await openDatabase(world(titled('m')));
    later = await openDatabase(world(titled('c')));
  });
  afterAll(async () => {
    await before!.close();
    await later!.close();
  });

  /** What is found, and the statements that were sent. */
  async function find(database: TestDatabase, { rule, columnName = 'title', isAscending = true }: Sought, options: FirstOptions) {
    const statements: string[] = [];
    const search = {
      ...{ types, now: new Date(), timeZone: 'UTC', scope: { divisions: 'all' } as const },
      where: parseFilter(types, vacancies, { combinator: 'and', rules: [rule] }),
      order: parseOrder(vacancies, { columnName, isAscending }),
    };
    const { rows, counted } = await firstInOrder(
      (query) => {
        statements.push(query.text);
        return database.rows(query.text, query.params);
      },
      vacancies,
      search,
      options,
    );
    return { ids: rows.map((row) => Number(row.at(-1))), counted, statements };
  }

  /** By JavaScript alone. */
  function expected(titleOf: (id: number) => string | null, matches: (id: number) => boolean): number[] {
    const ids = Array.from({ length: 600 }, (_, index) => index + 1).filter((id) => id % 7 !== 0 && matches(id));
    const keyOf = (id: number): string => titleOf(id) ?? '~';
    return ids.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : keyOf(one) > keyOf(other) ? 1 : one - other));
  }

  const above = (openings: number): Sought => ({ rule: { field: 'openings', operator: '>', value: openings } });

  it('are read in one statement where many match, once it is known how far the beginning of the key goes', async () => {
    const all = expected(titled('m'), (id) => id > 5);
    const first = await find(before!, above(5), { limit: 11 });
    expect(first.ids).toEqual(all.slice(0, 11));
    expect(first.statements).toHaveLength(2);
    const again = await find(before!, above(6), { limit: 11 });
    expect(again.ids).toEqual(expected(titled('m'), (id) => id > 6).slice(0, 11));
    expect(again.statements).toHaveLength(1);
  });

  it('are counted up to one more than asked for', async () => {
    const found = await find(before!, above(5), { limit: 4, most: 12 });
    expect(found.ids).toEqual(expected(titled('m'), (id) => id > 5).slice(0, 4));
    expect(found.counted).toBe(13);
  });

  it('are not read in order to count thousands', async () => {
    const found = await find(before!, above(5), { limit: 4, most: 2001 });
    expect(found.counted).toBe(expected(titled('m'), (id) => id > 5).length);
    expect(found.statements).toHaveLength(1);
  });

  it('are found elsewhere where few match, and the beginning is not gone through again', async () => {
    const rare = (value: number): Sought => ({ rule: { field: 'openings', operator: 'in', value: [value, value + 1, value + 2] } });
    const [first, again] = [await find(before!, rare(40), { limit: 3 }), await find(before!, rare(47), { limit: 3 })];
    const among = (value: number) => expected(titled('m'), (id) => id >= value && id < value + 3).slice(0, 3);
    expect([first.ids, again.ids]).toEqual([among(40), among(47)]);
    expect(first.statements.length - again.statements.length).toBe(2);
  });

  it('are right although the records have other values since the end of the beginning was read', async () => {
    const first = await find(before!, above(1), { limit: 9 });
    const changed = await find(later!, above(1), { limit: 9 });
    expect(first.ids).toEqual(expected(titled('m'), (id) => id > 1).slice(0, 9));
    expect(changed.ids).toEqual(expected(titled('c'), (id) => id > 1).slice(0, 9));
    expect(changed.statements).toHaveLength(1);
  });

  it.each([1, 2, 5, 20, 55, 56, 57, 300, 600])('are those that JavaScript finds, %s of them', async (limit) => {
    for (const [share, matches] of [
      [COMMON, { rule: { field: 'minimumAge', operator: '=', value: 18 } }],
      [RARE, { rule: { field: 'openings', operator: 'in', value: [100, 200, 300, 400, 500, 600] } }],
      [1, above(0)],
    ] as const)
      for (const most of [undefined, 3, 50]) {
        const found = await find(before!, matches, { limit, most });
        const all = expected(titled('m'), (id) => id % share === 0);
        expect(found.ids).toEqual(all.slice(0, limit));
        if (most !== undefined && found.counted !== undefined)
          expect(Math.min(found.counted, most + 1)).toBe(Math.min(all.length, most + 1));
      }
  });

  it('come with as few statements as before where the key has no more entries than its beginning', async () => {
    await find(before!, above(2), { limit: 80 });
    expect((await find(before!, above(3), { limit: 80 })).statements).toHaveLength(2);
  });
});
