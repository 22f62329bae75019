import { Unavailable } from '../problems';
import { Turns } from './turns';

/** Work that ends when it is told to. */
function work() {
  let [isRunning, end] = [false, (): void => undefined];
  const ended = new Promise<void>((resolve) => (end = resolve));
  const run = async (): Promise<void> => {
    isRunning = true;
    await ended;
  };
  return { run, end: () => end(), isRunning: () => isRunning };
}

describe('Turns', () => {
  it('let as many run as they allow, and the next as soon as one has ended, even in an error', async () => {
    const turns = new Turns(2, 60_000);
    const [first, second, third] = [work(), work(), work()];
    const failing = turns.run(async () => {
      await first.run();
      throw new Error('It failed.');
    });
    const others = [turns.run(second.run), turns.run(third.run)];
    await Promise.resolve();
    expect([first, second, third].map((each) => each.isRunning())).toEqual([true, true, false]);
    first.end();
    await expect(failing).rejects.toThrow('It failed.');
    expect(third.isRunning()).toBe(true);
    second.end();
    third.end();
    await Promise.all(others);
    await expect(turns.run(() => Promise.resolve('free'))).resolves.toBe('free');
  });

  it('are not waited for any more by those who are refused, and given to whoever comes later', async () => {
    const turns = new Turns(1, 60_000);
    const first = work();
    const running = turns.run(first.run);
    const refused = [1, 2].map(() => turns.run(() => Promise.resolve()));
    turns.refuseWaiting(new Unavailable('The database does not answer.'));
    for (const each of refused) await expect(each).rejects.toThrow('The database does not answer.');
    first.end();
    await running;
    await expect(turns.run(() => Promise.resolve('free'))).resolves.toBe('free');
  });

  it('are waited for only so long, and given to the others that wait', async () => {
    const turns = new Turns(1, 20);
    const first = work();
    const running = turns.run(first.run);
    await expect(turns.run(() => Promise.resolve())).rejects.toBeInstanceOf(Unavailable);
    first.end();
    await running;
    await expect(turns.run(() => Promise.resolve('free'))).resolves.toBe('free');
  });
});
