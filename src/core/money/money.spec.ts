import { convertRate, percentOf, roundToCents, split, sumOf } from './index';

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

describe('A split', () => {
  test.each<[amount: number, weights: number[], shares: number[]]>([
    [100, [60, 40], [60, 40]],
    [0.01, [50, 50], [0.01, 0]],
    [100, [1, 1, 1], [33.34, 33.33, 33.33]],
    [0.05, [33.3333, 33.3333, 33.3334], [0.02, 0.01, 0.02]],
    [-0.1, [2.2, 85.9, 11.9], [0, -0.09, -0.01]],
    [10.005, [100], [10.01]],
    [99_999_999_999.9999, [50, 50], [50_000_000_000, 50_000_000_000]],
    [100, [0, 0], [0, 0]],
    [100, [], []],
  ])('of %d by %j is %j', (amount, weights, shares) => expect(split(amount, weights)).toEqual(shares));

  it('sums to the whole, each share less than a cent from its part', () => {
    for (let run = 0; run < 500; run++) {
      const cents = (run * 7919) % 100_003;
      const weights = Array.from({ length: 1 + (run % 5) }, (_, index) => 1 + ((run * 31 + index * 17) % 89));
      const shares = split(cents / 100, weights).map((share) => Math.round(share * 100));
      const whole = weights.reduce((sum, weight) => sum + weight);
      expect([run, shares.reduce((sum, share) => sum + share)]).toEqual([run, cents]);
      shares.forEach((share, index) => expect(Math.abs(share * whole - cents * weights[index]!)).toBeLessThan(whole));
    }
  });
});

describe('A percentage', () => {
  test.each([
    [120000, 18.5, 22200],
    [100.1, 5.05, 5.06],
    [0.1, 0.1, 0],
    [1, 0.5, 0.01],
  ])('of %d, %d, is %d', (amount, percentage, expected) => expect(percentOf(amount, percentage)).toBe(expected));
});

describe('A rate in another unit', () => {
  test.each<[rate: number, from: number | null, to: number | null, hours: number, expected: number | undefined]>([
    [65.1234, 1, 1, 0, 65.1234],
    [65, 1, 2, 7.6, 494],
    [500, 2, 1, 7.6, 65.79],
    [130, 2, 3, 0, 650],
    [130, 2, 4, 0, 2827.5],
    [10000, 4, 5, 0, 119540.23],
    [120000, 5, 4, 0, 10038.46],
    [65, 1, 2, 0, undefined],
    [500, 2, 1, 0, undefined],
    [500, null, 1, 8, undefined],
    [500, 1, null, 8, undefined],
    [500, 9, 1, 8, undefined],
    [500, null, null, 8, 500],
  ])('%d per %j is per %j of %d hours a day %j', (rate, from, to, hours, expected) =>
    expect(convertRate(rate, from, to, hours)).toBe(expected),
  );
});
