import { roundToCents, sumOf } from './money';

describe('A sum', () => {
  test.each<[numbers: number[], expected: string]>([
    [[0.1, 0.2], '0.3'],
    [[2.2, 85.9, 11.9], '100'],
    [[0.3, -0.1, -0.2], '0'],
    [[1e21, 0.5], '1000000000000000000000.5'],
    [[], '0'],
  ])('of %j is %s', (numbers, expected) => expect(sumOf(numbers).toFixed()).toBe(expected));

  it('of cents is exact, in any order', () => {
    const amounts = Array.from({ length: 1000 }, (_, index) => (index * 37) / 100);
    const cents = amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0);
    expect([sumOf(amounts).toNumber(), sumOf(amounts.toReversed()).toNumber()]).toEqual([cents / 100, cents / 100]);
  });
});

describe('Rounding to cents', () => {
  test.each<[numbers: number[], expected: number]>([
    [[0.01], 0.01],
    [[1.005], 1.01],
    [[-1.005], -1.01],
    [[1.0049], 1],
    [[-0.001], 0],
  ])('takes %j to %d', (numbers, expected) => expect(roundToCents(sumOf(numbers))).toBe(expected));
});
