import { setImmediate as soon } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { readSettings } from '../../core/config';
import type { Transactions, View } from '../../core/database';
import { QueryTimeout, Unavailable } from '../../core/problems';
import { RunWorker } from './run-worker.service';
import type { RunExecutor } from './run-executor.service';
import { until } from './support/until';

type Work = () => Promise<void>;

/** Runs by id, each with the result of continuing it. */
class Queue {
  readonly done: number[] = [];
  readonly failed: [id: number, reason: string][] = [];
  readonly works = new Map<number, Work>();
  /** Called whenever the worker has looked for queued runs. */
  looked: () => void = () => undefined;

  put(id: number, work: Work = () => Promise.resolve()): void {
    this.works.set(id, work);
  }

  /** The queues that the worker has looked at. */
  readonly lanes: string[] = [];

  pending = (_: unknown, lane: string): Promise<number[]> => {
    this.lanes.push(lane);
    if (lane === 'event') return Promise.resolve([]);
    const found = [...this.works.keys()];
    this.looked();
    return Promise.resolve(found);
  };

  shared = (): Promise<number[]> => Promise.resolve([]);

  /** Whether the run that is executed should stop. */
  shouldStop: () => boolean = () => false;

  execute = async (id: number, shouldStop: () => boolean): Promise<void> => {
    this.shouldStop = shouldStop;
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

const transactions: Partial<Transactions> = {
  read: (_, work) => work({} as View),
  // leases of a service that has ended
  write: () => Promise.resolve(undefined as never),
};
const workerOf = (queue: Queue): RunWorker =>
  new RunWorker(transactions as Transactions, queue as Partial<RunExecutor> as RunExecutor, readSettings({}));

/** Resolves when the worker has nothing left to do. */
async function idle(queue: Queue): Promise<void> {
  await until(() => queue.works.size === 0);
  await soon();
}

describe('The worker', () => {
  beforeAll(() => Logger.overrideLogger(false));

  it('processes queued runs in order, once', async () => {
    const queue = new Queue();
    [3, 5, 9].forEach((id) => queue.put(id));
    workerOf(queue).wake();
    await idle(queue);
    expect(queue.done).toEqual([3, 5, 9]);
  });

  it('processes one run at a time, however often it is woken', async () => {
    const queue = new Queue();
    const worker = workerOf(queue);
    let most = 0;
    let atOnce = 0;
    const work = async (): Promise<void> => {
      most = Math.max(most, ++atOnce);
      worker.wake();
      await soon();
      atOnce -= 1;
    };
    [1, 2].forEach((id) => queue.put(id, work));
    worker.wake();
    await idle(queue);
    expect([most, queue.done]).toEqual([1, [1, 2]]);
  });

  it.each([0, 1, 2, 3, 4, 5, 6])('notices a run that is queued %i steps after its last look', async (steps) => {
    const queue = new Queue();
    const worker = workerOf(queue);
    queue.looked = () => {
      queue.looked = () => undefined;
      void later(steps).then(() => {
        queue.put(1);
        worker.wake();
      });
    };
    worker.wake();
    await later(steps + 2);
    await soon();
    await soon();
    expect(queue.done).toEqual([1]);
  });

  it.each([
    ['an internal error', new TypeError('inside'), 'internal error; see the service log'],
    ['a query timeout', new QueryTimeout('The query took too long.'), 'The query took too long.'],
  ])('fails a run because of %s, and continues with the next', async (_, error, reason) => {
    const queue = new Queue();
    queue.put(1, () => Promise.reject(error));
    queue.put(2);
    workerOf(queue).wake();
    await idle(queue);
    expect([queue.failed, queue.done]).toEqual([[[1, reason]], [2]]);
  });

  it('retries when the database is unavailable', async () => {
    const queue = new Queue();
    let tries = 0;
    queue.put(1, () => (++tries < 2 ? Promise.reject(new Unavailable('away')) : Promise.resolve()));
    const worker = workerOf(queue);
    worker.wake();
    const awake = setInterval(() => undefined, 100);
    await idle(queue);
    clearInterval(awake);
    expect([tries, queue.failed, queue.done]).toEqual([2, [], [1]]);
  });

  it('does not let the runs after one wait for which the database is unavailable', async () => {
    const queue = new Queue();
    let isAway = true;
    queue.put(1, () => (isAway ? Promise.reject(new Unavailable('away')) : Promise.resolve()));
    queue.put(2, () => {
      isAway = false;
      return Promise.resolve();
    });
    const worker = workerOf(queue);
    worker.wake();
    const awake = setInterval(() => undefined, 100);
    await idle(queue);
    clearInterval(awake);
    expect([queue.failed, queue.done]).toEqual([[], [2, 1]]);
  });

  it('looks at the queues that it is told of', async () => {
    const queue = new Queue();
    const worker = workerOf(queue);
    worker.wake(['event']);
    await soon();
    expect(queue.lanes).toEqual(['event']);
    worker.wake();
    await soon();
    expect(queue.lanes).toEqual(['event', 'event', 'other']);
  });

  it('begins at its start, and finds later what nobody told it of', async () => {
    const queue = new Queue();
    queue.put(1);
    const worker = workerOf(queue);
    await worker.onApplicationBootstrap();
    await idle(queue);
    queue.put(2);
    await idle(queue);
    await worker.beforeApplicationShutdown();
    expect(queue.done).toEqual([1, 2]);
  });

  it('stops what it does at shutdown, and starts nothing more', async () => {
    const queue = new Queue();
    const worker = workerOf(queue);
    let ended: Promise<void> | undefined;
    const stops: boolean[] = [];
    queue.put(1, () => {
      stops.push(queue.shouldStop());
      ended = worker.beforeApplicationShutdown();
      stops.push(queue.shouldStop());
      return Promise.resolve();
    });
    queue.put(2);
    worker.wake();
    await soon();
    await ended;
    worker.wake();
    await soon();
    expect([queue.done, stops]).toEqual([[1], [false, true]]);
  });
});

async function later(steps: number): Promise<void> {
  for (let step = 0; step < steps; step++) await Promise.resolve();
}
