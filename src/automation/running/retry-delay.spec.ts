import { retryDelay } from './retry-delay';

describe('The delay before a record is retried', () => {
  it.each<[number, number | undefined]>([
    [1, 30],
    [2, 60],
    [3, 120],
    [7, 1920],
    [8, 3600],
    [9, 3600],
    [10, undefined],
    [11, undefined],
  ])('after %i of 10 attempts is %p seconds', (done, seconds) => {
    expect(retryDelay({ attempts: 10, delaySeconds: 30 }, done)).toBe(seconds);
  });

  it('is an hour at most', () => expect(retryDelay({ attempts: 3, delaySeconds: 3600 }, 2)).toBe(3600));
  it('is absent without retries', () => expect(retryDelay({ attempts: 3 }, 1)).toBeUndefined());
});
