import type { RecordType } from '../fields/record-type';
import { parseFilter } from './parse-filter';
import { parseOrder } from './parse-order';
import { relationNamed } from './filterable';
import { relatedRecords } from './related';
import { selectOne } from './select-one';
import { firstRows } from './first-rows';
import { select, selectRepeating, type SelectOptions } from './select';
import { exists, identifier, sql } from '../sql/sql';
import { openDatabase, type TestDatabase } from './support/databases';
import { companies, shifts, vacancies, types } from './support/fixture';
import type { Row, World } from './support/world';

const at = (text: string): Date => new Date(text);
const vacancy = (id: number, sent: Partial<Row> = {}): Row => ({
  id,
  workplace: 0,
  openings: 0,
  fee: 0,
  urgent: false,
  deleted: false,
  ...sent,
});
const shift = (id: number, vacancyID: number, sent: Partial<Row> = {}): Row => ({ id, vacancyID, hours: 8, deleted: false, ...sent });

const world: World = {
  rows: new Map<RecordType, readonly Row[]>([
    [
      companies,
      [
        { id: 1, name: 'Łódź Building', deleted: false },
        { id: 2, name: 'Acme', ownerID: 1, deleted: true },
      ],
    ],
    [
      vacancies,
      [
        vacancy(1, {
          title: 'Großer KRAN',
          companyID: 1,
          stageID: 1,
          kind: 'PERM',
          remote: true,
          minimumAge: 18,
          urgent: true,
          startDate: at('2024-02-29'),
          createdDate: at('2026-03-01T10:00Z'),
          lastShiftDate: at('2026-02-01'),
        }),
        vacancy(2, {
          title: '',
          companyID: 2,
          stageID: 2,
          openings: 3,
          rate: 0,
          remote: false,
          startDate: at('1990-03-01'),
          createdDate: at('2026-02-28T23:59:59.999Z'),
          applicants: 4,
        }),
        vacancy(3, { title: '100%_sure Повар 🙂🍳', fee: 0.5, createdDate: at('2026-03-01T00:00Z') }),
        vacancy(4, { title: 'crane driver', deleted: true }),
        vacancy(5, { title: 'İstanbul  ﬁtter\u0007' }),
      ],
    ],
    [
      shifts,
      [
        shift(1, 1, { worker: 'Åsa', startsAt: at('2026-03-02') }),
        shift(2, 1, { worker: '', startsAt: at('2026-02-01') }),
        shift(3, 2, { worker: 'Bo', deleted: true }),
        shift(4, 3, { worker: 'Cy', division: 7, hours: 2 }),
      ],
    ],
  ]),
  lookups: [
    { list: 'stage', id: 1, name: 'Sourcing', code: 's', parentID: 9 },
    { list: 'stage', id: 2, name: 'Lost', code: 'l', parentID: null },
    { list: 'status', id: 9, name: 'Open', code: 'o', parentID: null },
    { list: 'status', id: 1, name: 'Wrong', code: 'w', parentID: null },
    { list: 'kind', id: 1, name: 'Permanent', code: 'PERM', parentID: null },
  ],
  divisions: [
    { vacancyID: 1, divisionID: 1 },
    { vacancyID: 1, divisionID: 2 },
    { vacancyID: 2, divisionID: 3 },
  ],
};

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase(world);
});
afterAll(() => database.close());

async function found(type: RecordType, options: Partial<SelectOptions>): Promise<unknown[]> {
  const selection = select(type, { types, scope: { divisions: 'all' }, now: at('2026-03-01T13:30Z'), timeZone: 'UTC', ...options });
  return (
    await database.rows(`SELECT r.id FROM ${selection.from} WHERE ${selection.where} ORDER BY ${selection.order} LIMIT ?`, [
      ...selection.params,
      100,
    ])
  ).flat();
}
const where = (...rules: object[]) => parseFilter(types, vacancies, { combinator: 'and', rules });
const matching = (...rules: object[]) => found(vacancies, { where: where(...rules) });
const shiftsThat = (mode: string, threshold?: number, ...rules: object[]) => ({
  field: 'shifts',
  match: { mode, threshold },
  value: { combinator: 'and', rules: rules.length ? rules : [{ field: 'id', operator: 'notNull' }] },
});

describe('A rule finds', () => {
  it.each<[string, string, unknown, number[]]>([
    ['title', '=', 'GROSSER kran', [1]],
    ['title', '!=', 'grosser kran', [2, 3, 5]],
    ['title', 'contains', '%_', [3]],
    ['title', 'contains', 'istanbul fit', [5]],
    ['title', 'doesNotContain', 'r', [2]],
    ['title', 'beginsWith', '100%_sure П', [3]],
    ['title', 'doesNotBeginWith', '1', [1, 2, 5]],
    ['title', 'endsWith', 'ﬁtter', [5]],
    ['title', 'endsWith', '🙂🍳', [3]],
    ['title', 'endsWith', 'a longer text than any title', []],
    ['title', 'doesNotEndWith', 'kran', [2, 3, 5]],
    ['title', 'null', '', [2]],
    ['title', 'notNull', '', [1, 3, 5]],
    ['title', '<', 'h', [1, 3]],
    ['title', 'in', 'Großer Kran, nobody', [1]],
    ['title', 'notIn', ['nobody'], [1, 2, 3, 5]],
    ['companyName', '=', 'lodz building', [1]],
    ['companyName', 'contains', 'acme', [2]],
    ['ownerName', 'null', '', [3, 5]],
    ['stageName', '=', 'sourcing', [1]],
    ['statusName', '=', 'open', [1]],
    ['statusName', 'null', '', [2, 3, 5]],
    ['kind', '=', 'perm', [1]],
    ['kindName', 'beginsWith', 'Perm', [1]],
    ['latestWorker', 'null', '', [1, 5]],
    ['companyID', '!=', 1, [2, 3, 5]],
    ['companyID', '>', 0, [1, 2]],
    ['companyID', '=', 0, []],
    ['minimumAge', '<', 20, [1]],
    ['minimumAge', 'notBetween', [10, 20], [2, 3, 5]],
    ['openings', 'null', '', []],
    ['openings', 'notNull', '', [1, 2, 3, 5]],
    ['openings', '=', '0', [1, 3, 5]],
    ['rate', '=', 0, [2]],
    ['fee', 'between', '0.5,1', [3]],
    ['urgent', '=', false, [2, 3, 5]],
    ['remote', '=', false, [2]],
    ['remote', '!=', true, [2, 3, 5]],
    ['applicants', '=', 0, [1, 3, 5]],
    ['openShifts', '<=', 0, [1, 2, 3, 5]],
    ['started', '>', 0, [1]],
    ['nextStart', '>', '2026-03-01', [1]],
    ['nextStart', '!=', '2026-03-02', [2, 3, 5]],
    ['latestShiftID', 'null', '', [5]],
    ['createdDate', '=', '2026-03-01', [1, 3]],
    ['createdDate', '<=', '2026-02-28', [2]],
    ['createdDate', '>', '2026-02-28', [1, 3]],
    ['createdDate', '<', '2026-03-01T10:00:00Z', [2, 3]],
    ['createdDate', 'between', ['2026-02-28', '2026-02-28'], [2]],
    ['createdDate', 'in', '2026-03-01', [1, 3]],
    ['createdDate', 'in', ['2026-03-01', '2026-02-28', '2025-01-01'], [1, 2, 3]],
    ['createdDate', 'notIn', ['2026-03-01', '2026-02-28'], [5]],
    ['created', '=', { relative: { amount: -1, unit: 'day' } }, [2]],
    ['created', '>=', { relative: { amount: -4, unit: 'hour' } }, [1]],
    ['createdDate', 'null', '', [5]],
    ['startDate', 'isAnniversary', '', [2]],
    ['startDate', 'isAnniversary', { offset: -1 }, [1]],
    ['lastShiftDate', 'isAnniversary', { relative: { amount: -28, unit: 'day' } }, [1]],
  ])('by %s %s %j: %j', async (field, operator, value, ids) => {
    expect(await matching({ field, operator, value })).toEqual(ids);
  });

  it.each<[string, object, number[]]>([
    ['some', shiftsThat('some'), [1, 3]],
    [
      'some, with conditions met by a single one',
      shiftsThat('some', undefined, { field: 'worker', operator: 'null' }, { field: 'startsAt', operator: '>', value: '2026-02-15' }),
      [],
    ],
    ['none', shiftsThat('none'), [2, 5]],
    ['all, and those without any', shiftsThat('all', undefined, { field: 'worker', operator: 'notNull' }), [2, 3, 5]],
    ['at least two', shiftsThat('atLeast', 2), [1]],
    ['at most one', shiftsThat('atMost', 1), [2, 3, 5]],
    ['exactly one', shiftsThat('exactly', 1), [3]],
    [
      'the one it refers to, unless deleted',
      { field: 'company', match: { mode: 'some' }, value: { combinator: 'and', rules: [{ field: 'id', operator: 'notNull' }] } },
      [1],
    ],
  ])('by related records: %s', async (_, rule, ids) => {
    expect(await matching(rule)).toEqual(ids);
  });

  it('by exactly those that it did not find, when negated', async () => {
    const none = parseFilter(types, vacancies, {
      combinator: 'or',
      not: true,
      rules: [
        { field: 'title', operator: '=', value: 'x' },
        { field: 'rate', operator: '>', value: 1 },
      ],
    });
    expect(await found(vacancies, { where: none })).toEqual([1, 2, 3, 5]);
  });

  it('everyone', async () => {
    expect(await found(vacancies, { where: parseFilter(types, vacancies, { all: true }) })).toEqual([1, 2, 3, 5]);
  });

  it('by several names at once', async () => {
    const named = (kindName: string) =>
      matching(
        { field: 'stageName', operator: '=', value: 'sourcing' },
        { field: 'statusName', operator: '=', value: 'open' },
        { field: 'kindName', operator: '=', value: kindName },
        { field: 'companyName', operator: '=', value: 'lodz building' },
        { field: 'applicants', operator: '=', value: 0 },
      );
    expect([await named('Permanent'), await named('Sourcing')]).toEqual([[1], []]);
  });

  it('by a thousand days as well as by one', async () => {
    const days = Array.from({ length: 1000 }, (_, day) => new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10));
    expect(await matching({ field: 'createdDate', operator: 'in', value: days })).toEqual([1, 2, 3]);
  });
});

describe('A record', () => {
  const options = { types, scope: { divisions: [] }, now: at('2026-03-01T13:30Z'), timeZone: 'UTC' };
  const piecesOf = async (id: number) => {
    const { text, params } = selectOne(vacancies, options, id, (record) => [record.value('companyName').sql, sql`${'bound'}`]);
    return database.rows(text, params);
  };

  it.each<[string, number, unknown[][]]>([
    ['outside the scope of the caller', 1, [['lodz building', 'bound']]],
    ['that is deleted', 4, [[null, 'bound']]],
    ['that does not exist', 99, []],
  ])('is looked up by its id, also one %s', async (_, id, rows) => {
    expect(await piecesOf(id)).toEqual(rows);
  });

  it('of a type that removes its records is found whatever its deleted field says', async () => {
    expect(await found({ ...companies, softDeleted: false }, {})).toEqual([1, 2]);
  });
});

describe('A caller', () => {
  it.each<[string, 'all' | number[], number[]]>([
    ['with access to every division sees all', 'all', [1, 2, 3, 5]],
    ['with one division sees its records and those without one', [2], [1, 3, 5]],
    ['with two divisions sees both', [1, 3], [1, 2, 3, 5]],
    ['without divisions sees only records without one', [], [3, 5]],
  ])('%s', async (_, divisions, ids) => {
    expect(await found(vacancies, { scope: { divisions } })).toEqual(ids);
  });

  it('cannot use a filter of related records to see other divisions', async () => {
    const some = { where: where(shiftsThat('some', undefined, { field: 'hours', operator: '=', value: 2 })) };
    expect(await found(vacancies, { ...some, scope: { divisions: [7] } })).toEqual([3]);
    expect(await found(vacancies, { ...some, scope: { divisions: [8] } })).toEqual([]);
  });
});

describe('An order', () => {
  it.each<[string, object | object[], number[]]>([
    ['by folded text, unset last', { columnName: 'title' }, [3, 1, 5, 2]],
    ['by text descending still has unset last', { columnName: 'title', isAscending: false }, [5, 1, 3, 2]],
    ['by a name', { columnName: 'companyName' }, [2, 1, 3, 5]],
    ['by a live figure, descending', { columnName: 'started', isAscending: false }, [1, 2, 3, 5]],
    ['by two columns', [{ columnName: 'urgent' }, { columnName: 'createdDate' }], [2, 3, 5, 1]],
    ['by default is by id', [], [1, 2, 3, 5]],
  ])('%s', async (_, order, ids) => {
    expect(await found(vacancies, { order: parseOrder(vacancies, order) })).toEqual(ids);
  });
});

describe('A custom search', () => {
  it('adds conditions with the fields and values of the record', async () => {
    expect(
      await found(vacancies, {
        extraConditions: (r) => [sql`INSTR(${r.words('title')}, ${' kra'}) > 0`, sql`${r.value('companyName').sql} = ${'lodz building'}`],
      }),
    ).toEqual([1]);
  });

  it('keeps the alternatives of a condition together', async () => {
    expect(
      await found(vacancies, {
        where: where({ field: 'urgent', operator: '=', value: true }),
        extraConditions: () => [sql`r.id = ${2} OR r.id = ${3}`],
      }),
    ).toEqual([]);
  });

  it('adds conditions on related records', async () => {
    const relation = relationNamed(vacancies, 'shifts');
    if (!relation) throw new Error('Vacancies have shifts.');
    const withBo = (worker: string) =>
      found(vacancies, {
        extraConditions: (r) => [exists(sql`SELECT 1 ${relatedRecords(r, relation, (x) => sql`${x.value('worker').sql} = ${worker}`)}`)],
      });
    expect([await withBo('asa'), await withBo('bo')]).toEqual([[1], []]);
  });

  it('asks for the days of a list as one range where they adjoin', () => {
    const week = ['2026-03-03', '2026-03-01', '2026-03-02'];
    const options = { types, scope: { divisions: 'all' as const }, now: at('2026-03-01T13:30Z'), timeZone: 'UTC' };
    const { params } = select(vacancies, { ...options, where: where({ field: 'createdDate', operator: 'in', value: week }) });
    expect(params).toEqual(['2026-03-01 00:00:00.000', '2026-03-03 23:59:59.999']);
  });

  it('refuses conditions that find records several times, unless it is read without repetitions', async () => {
    const { table } = shifts;
    const options: SelectOptions = {
      ...{ types, scope: { divisions: 'all' }, now: at('2026-03-01T13:30Z'), timeZone: 'UTC' },
      extraConditions: (r) => {
        r.join(table, (alias) => sql`${identifier(alias, 'vacancyID')} = ${r.column('id')}`);
        return [];
      },
    };
    expect(() => select(vacancies, options)).toThrow('The conditions find a Vacancy several times');
    const { text, params } = firstRows(selectRepeating(vacancies, options), 100);
    expect(await database.rows(text, [...params])).toEqual([[1], [2], [3]]);
  });

  it('keeps parameters in order when joins, conditions and sort order all have some', async () => {
    const options = {
      where: where(
        { field: 'latestShiftID', operator: '>', value: 3 },
        { field: 'statusName', operator: 'null' },
        { field: 'latestWorker', operator: '=', value: 'CY' },
      ),
    };
    expect(
      await found(vacancies, { ...options, order: parseOrder(vacancies, [{ columnName: 'nextStart' }, { columnName: 'stageName' }]) }),
    ).toEqual([3]);
  });
});
