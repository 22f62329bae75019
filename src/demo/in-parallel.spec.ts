import { inParallel } from './in-parallel';

const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('Work in parallel', () => {
  it.each([
    [1, [1, 1, 1, 1, 1]],
    [2, [1, 2, 2, 2, 2]],
    [9, [1, 2, 3, 4, 5]],
  ])('begins in the order of the items, at most %d at a time', async (most, expected) => {
    const begun: number[] = [];
    const running: number[] = [];
    let now = 0;
    await inParallel([1, 2, 3, 4, 5], most, async (item) => {
      begun.push(item);
      running.push((now += 1));
      await tick();
      now -= 1;
    });
    expect([begun, now]).toEqual([[1, 2, 3, 4, 5], 0]);
    expect(running).toEqual(expected);
  });

  it('takes no further item once one has failed', async () => {
    const begun: number[] = [];
    const work = inParallel([1, 2, 3, 4, 5, 6], 2, async (item) => {
      begun.push(item);
      await tick();
      if (item === 1) throw new Error('one');
    });
    await expect(work).rejects.toThrow('one');
    await tick();
    expect(begun.length).toBeLessThan(4);
  });

  it('takes an item only when there is room for it', async () => {
    let taken = 0;
    function* items(): Generator<number> {
      while (taken < 10) yield (taken += 1);
    }
    await inParallel(items(), 3, async (item) => {
      expect(taken - item).toBeLessThan(3);
      await tick();
    });
    expect(taken).toBe(10);
  });
});
