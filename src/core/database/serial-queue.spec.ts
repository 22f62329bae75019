import { SerialQueue, SerialQueues } from './serial-queue';

/** Work that ends when the test says so. */
class Work {
  readonly begun: string[] = [];
  private readonly ends = new Map<string, (error?: Error) => void>();

  readonly named = (name: string) => (): Promise<string> => {
    this.begun.push(name);
    return new Promise((resolve, reject) => this.ends.set(name, (error) => (error ? reject(error) : resolve(name))));
  };

  /** What may begin has begun before, and after. */
  readonly end = async (name: string, error?: Error): Promise<void> => {
    await new Promise(setImmediate);
    this.ends.get(name)?.(error);
    await new Promise(setImmediate);
  };
}

describe('A serial queue', () => {
  it('runs one piece of work after the other, also after one that fails', async () => {
    const [queue, work] = [new SerialQueue(), new Work()];
    const [first, second] = [queue.run(work.named('first')), queue.run(work.named('second'))];
    const failed = expect(first).rejects.toThrow('no');
    await work.end('second');
    expect(work.begun).toEqual(['first']);
    await work.end('first', new Error('no'));
    expect(work.begun).toEqual(['first', 'second']);
    await work.end('second');
    await failed;
    expect(await second).toBe('second');
  });
});

describe('Serial queues', () => {
  it('let work of one name wait for its turn, and none for that of another name', async () => {
    const [queues, work] = [new SerialQueues(), new Work()];
    const all = Promise.all([
      queues.run('Job 1', work.named('first')),
      queues.run('Job 1', work.named('second')),
      queues.run('Job 2', work.named('other')),
    ]);
    await work.end('other');
    expect(work.begun).toEqual(['first', 'other']);
    await work.end('first');
    expect(work.begun).toEqual(['first', 'other', 'second']);
    await work.end('second');
    expect(await all).toEqual(['first', 'second', 'other']);
    expect(queues.size).toBe(0);
  });
});
