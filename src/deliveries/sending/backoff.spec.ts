import { ATTEMPTS, delayAfter } from './backoff';

const middle = (): number => 0.5;
const DAY = 86_400;

describe('The delay before the next attempt', () => {
  it.each([
    [1, 5],
    [2, 30],
    [3, 120],
    [4, 600],
    [5, 1800],
    [6, 3600],
    [7, 7200],
    [8, 14_400],
    [12, 14_400],
  ])('after %i attempts is about %i seconds', (attempts, seconds) => {
    expect(delayAfter(attempts, middle)).toBeCloseTo(seconds, 6);
    expect(delayAfter(attempts, () => 0)).toBeCloseTo(seconds * 0.8, 6);
    expect(delayAfter(attempts, () => 1)).toBeCloseTo(seconds * 1.2, 6);
  });

  it('adds up to about a day', () => {
    const waits = Array.from({ length: ATTEMPTS - 1 }, (_, index) => delayAfter(index + 1, middle) ?? 0);
    const total = waits.reduce((sum, each) => sum + each, 0);
    expect(total).toBeGreaterThan(DAY * 0.9);
    expect(total).toBeLessThan(DAY * 1.1);
    expect(delayAfter(ATTEMPTS)).toBeUndefined();
  });

  it('differs from one delivery to the next', () =>
    expect(new Set(Array.from({ length: 20 }, () => delayAfter(5))).size).toBeGreaterThan(1));
});
