import { backoff } from './backoff';

describe('the wait before a record is tried again', () => {
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
    expect(backoff({ attempts: 10, delaySeconds: 30 }, done)).toBe(seconds);
  });

  it('is an hour at the most', () => expect(backoff({ attempts: 3, delaySeconds: 3600 }, 2)).toBe(3600));
  it('is none where no delay is said', () => expect(backoff({ attempts: 3 }, 1)).toBeUndefined());
});
