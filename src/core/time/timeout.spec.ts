import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { withTimeout } from './timeout';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const aborted = (signal: AbortSignal): Promise<string> =>
  new Promise((resolve) => (signal.aborted ? resolve('aborted') : signal.addEventListener('abort', () => resolve('aborted'))));

describe('withTimeout', () => {
  it('aborts its work in time although garbage is collected meanwhile', async () => {
    const works = Array.from({ length: 60 }, () => withTimeout(200, [new AbortController().signal], aborted));
    for (let round = 0; round < 2; round++) {
      await sleep(10);
      collectGarbage();
    }
    // `sleep` ends a work that was never aborted, so that the test fails instead of hanging
    const ends = await Promise.all(works.map((work) => Promise.race([work, sleep(5000, 'never aborted', { ref: false })])));
    expect(ends).toEqual(works.map(() => 'aborted'));
  });

  it('does not count time for which the event loop is blocked', async () => {
    const blockEventLoop = async (): Promise<void> => {
      const end = performance.now() + 400;
      while (performance.now() < end);
      await sleep(1);
    };
    const works = [1, 3].map((times) =>
      withTimeout(300, [], async (signal) => {
        for (let count = 0; count < times; count++) await blockEventLoop();
        return signal.aborted;
      }),
    );
    expect(await Promise.all(works)).toEqual([false, false]);
  });

  it('aborts its work when another signal aborts, before or meanwhile', async () => {
    const [before, meanwhile] = [new AbortController(), new AbortController()];
    before.abort();
    const works = [before, meanwhile].map(({ signal }) => withTimeout(60_000, [new AbortController().signal, signal], aborted));
    meanwhile.abort();
    expect(await Promise.all(works)).toEqual(['aborted', 'aborted']);
  });

  it('returns what its work returns, and leaves nothing on the signals', async () => {
    const { signal } = new AbortController();
    const removed = jest.spyOn(signal, 'removeEventListener');
    expect(await withTimeout(60_000, [signal], async (own) => own.aborted)).toBe(false);
    expect(removed).toHaveBeenCalledTimes(1);
  });

  it('passes an error of its work on', async () => {
    await expect(withTimeout(60_000, [], () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  });
});
