import { setImmediate as soon } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { Transactions, View } from '../../database';
import { TooSlow, Unavailable } from '../../http';
import { Runner } from './runner.service';
import type { Runs } from './runs.service';

type Work = () => Promise<void>;

/** Runs by their ids, each with what happens when it is gone on with. */
class Queue {
  readonly done: number[] = [];
  readonly failed: [id: number, reason: string][] = [];
  readonly works = new Map<number, Work>();
  /** Called whenever the worker has looked what is waiting. */
  looked: () => void = () => undefined;

  put(id: number, work: Work = () => Promise.resolve()): void {
    this.works.set(id, work);
  }

  waiting = (_: unknown, lane: string): Promise<number[]> => {
    if (lane === 'event') return Promise.resolve([]);
    const found = [...this.works.keys()];
    this.looked();
    return Promise.resolve(found);
  };

  goOn = async (id: number): Promise<void> => {
    await this.works.get(id)?.();
    this.works.delete(id);
    this.done.push(id);
  };

  fail = (id: number, reason: string): Promise<void> => {
    this.works.delete(id);
    this.failed.push([id, reason]);
    return Promise.resolve();
  };
}

const transactions: Partial<Transactions> = { read: (_, work) => work({} as View) };
const runnerOf = (queue: Queue): Runner => new Runner(transactions as Transactions, queue as Partial<Runs> as Runs);

/** Until the worker has nothing left to do. */
async function idle(queue: Queue): Promise<void> {
  while (queue.works.size > 0) await soon();
  await soon();
}

describe('The worker', () => {
  beforeAll(() => Logger.overrideLogger(false));

  it('works off what is waiting, in order, once', async () => {
    const queue = new Queue();
    [3, 5, 9].forEach((id) => queue.put(id));
    runnerOf(queue).wake();
    await idle(queue);
    expect(queue.done).toEqual([3, 5, 9]);
  });

  it.each([0, 1, 2, 3, 4, 5, 6])('hears of a run that is queued %i steps after its last look', async (steps) => {
    const queue = new Queue();
    const runner = runnerOf(queue);
    queue.looked = () => {
      queue.looked = () => undefined;
      void later(steps).then(() => {
        queue.put(1);
        runner.wake();
      });
    };
    runner.wake();
    await later(steps + 2);
    await soon();
    await soon();
    expect(queue.done).toEqual([1]);
  });

  it.each([
    ['a mistake', new TypeError('inside'), 'an error of the service; see its log'],
    ['a query that takes too long', new TooSlow('The query took too long.'), 'The query took too long.'],
  ])('fails a run for %s, and goes on with the next', async (_, error, reason) => {
    const queue = new Queue();
    queue.put(1, () => Promise.reject(error));
    queue.put(2);
    runnerOf(queue).wake();
    await idle(queue);
    expect([queue.failed, queue.done]).toEqual([[[1, reason]], [2]]);
  });

  it('tries again where the database is away', async () => {
    const queue = new Queue();
    let tries = 0;
    queue.put(1, () => (++tries < 2 ? Promise.reject(new Unavailable('away')) : Promise.resolve()));
    const runner = runnerOf(queue);
    runner.wake();
    const awake = setInterval(() => undefined, 100);
    await idle(queue);
    clearInterval(awake);
    expect([tries, queue.failed, queue.done]).toEqual([2, [], [1]]);
  });

  it('begins nothing more once the service ends', async () => {
    const queue = new Queue();
    const runner = runnerOf(queue);
    let ended: Promise<void> | undefined;
    queue.put(1, () => {
      ended = runner.beforeApplicationShutdown();
      return Promise.resolve();
    });
    queue.put(2);
    runner.wake();
    await soon();
    await ended;
    runner.wake();
    await soon();
    expect(queue.done).toEqual([1]);
  });
});

async function later(steps: number): Promise<void> {
  for (let step = 0; step < steps; step++) await Promise.resolve();
}
