import { isPositionValue } from './order';
import { vacancies } from './support/fixture';

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
    ['a decimal number of a server', '-12.50', [true, false, true]],
    ['a number with more behind it', '12.5x', [true, false, false]],
    ['a number with more before it', 'x12.5', [true, false, false]],
    ['an infinite number', Infinity, [false, false, false]],
    ['true', true, [false, false, false]],
  ])('%s can be that of a text, a date, a number: %j %j', (_, value, expected) => {
    expect([title, startsAt, fee].map((field) => isPositionValue(field, value))).toEqual(expected);
  });
});
