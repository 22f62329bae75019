import { isPositionValue } from './order';
import { parseOrder } from './parse-order';
import { select } from './select';
import { openDatabase } from './support/databases';
import { shifts, types, vacancies } from './support/fixture';

describe('A value in a position', () => {
  const { title, startsAt, fee } = {
    title: vacancies.field('title'),
    startsAt: vacancies.field('lastShiftDate'),
    fee: vacancies.field('fee'),
  };

  it.each([
    ['null', null, [true, true, true]],
    ['a text', 'Crane', [true, false, false]],
    ['a moment', '2026-03-01 00:00:00.000', [true, true, false]],
    ['a number', 1.5, [false, false, true]],
    ['a number as text', '-12.50', [true, false, false]],
    ['an infinite number', Infinity, [false, false, false]],
    ['a list of a number', [1.5], [false, false, false]],
    ['true', true, [false, false, false]],
  ])('%s can be that of a text, a date, a number: %j %j', (_, value, expected) => {
    expect([title, startsAt, fee].map((field) => isPositionValue(field, value))).toEqual(expected);
  });
});

describe('An order by texts', () => {
  it('looks at 200 characters, and then at the id', async () => {
    const workers = ['x', `${'a'.repeat(200)}b`, `${'a'.repeat(200)}a`, `${'a'.repeat(199)}`];
    const rows = workers.map((worker, index) => ({ id: index + 1, worker, hours: 1, deleted: false }));
    const database = await openDatabase({ rows: new Map([[shifts, rows]]), lookups: [], divisions: [] });
    const context = { types, scope: { divisions: 'all' }, now: new Date(), timeZone: 'UTC' } as const;
    const { from, where, order, params } = select(shifts, { ...context, order: parseOrder(shifts, { columnName: 'worker' }) });
    const found = await database.rows(`SELECT r.id FROM ${from} WHERE ${where} ORDER BY ${order}`, params);
    await database.close();
    expect(found.flat()).toEqual([4, 2, 3, 1]);
  });
});
