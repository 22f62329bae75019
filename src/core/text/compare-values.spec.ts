import { compareValues } from './compare-values';

describe('Values of a list', () => {
  it.each<[string, unknown[]]>([
    ['texts without differences of case and accents', ['Ångström', 'angus', 'ANT', 'bee']],
    ['texts by code point', ['a', '\u{4E00}', '\u{FFFD}', '\u{1F600}']],
    ['numbers by size', [-2, 0, 9, 10]],
    ['false before true', [false, true]],
    ['moments', [new Date(5), new Date(70)]],
    ['moments as texts', ['2026-01-02T00:00:00.000Z', '2026-01-10T00:00:00.000Z']],
  ])('are sorted: %s', (_, values) => {
    const sorted = (isAscending: boolean): unknown[] => [...values].reverse().sort((one, other) => compareValues(one, other, isAscending));
    expect(sorted(true)).toEqual(values);
    expect(sorted(false)).toEqual([...values].reverse());
  });

  it.each([null, undefined, '', ' '])('are last in both directions if they are unset: %j', (unset) => {
    for (const isAscending of [true, false]) {
      expect(compareValues(unset, 'a', isAscending)).toBeGreaterThan(0);
      expect(compareValues(0, unset, isAscending)).toBeLessThan(0);
      expect(compareValues(unset, null, isAscending)).toBe(0);
    }
  });

  it('are compared by their first 200 characters, as in the database', () =>
    expect(compareValues(`${'a'.repeat(200)}b`, `${'a'.repeat(200)}c`, true)).toBe(0));
});
