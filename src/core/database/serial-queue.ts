/** Runs work one at a time in the order of the calls, whether or not the previous work succeeded. */
export class SerialQueue {
  private last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.last.then(work);
    this.last = turn.catch(() => undefined);
    return turn;
  }
}

/** A queue for each name. */
export class SerialQueues {
  private readonly queues = new Map<string, { readonly queue: SerialQueue; length: number }>();

  /** Of names for which there is work. */
  get size(): number {
    return this.queues.size;
  }

  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const named = this.queues.get(name) ?? { queue: new SerialQueue(), length: 0 };
    this.queues.set(name, named);
    named.length += 1;
    try {
      return await named.queue.run(work);
    } finally {
      named.length -= 1;
      if (named.length === 0) this.queues.delete(name);
    }
  }
}
