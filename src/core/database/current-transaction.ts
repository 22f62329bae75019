import { AsyncLocalStorage } from 'node:async_hooks';

/** How long after the last transaction work of it that nobody has awaited is still recognised. */
const UNAWAITED_MS = 50;

/**
 * The transaction that asynchronous work belongs to. Tracking stops shortly after the last transaction has ended: on Node 20 it takes a
 * tenth of the CPU time of a short request, since V8 reports every promise of the process.
 */
export class CurrentTransaction<T> {
  private readonly storage = new AsyncLocalStorage<T>();
  private open = 0;
  private timer: NodeJS.Timeout | undefined;

  /** May have ended already, if the work was not awaited. */
  get(): T | undefined {
    return this.storage.getStore();
  }

  /** Runs the work of a transaction, and its commit or rollback. @returns its result */
  async run<R>(transaction: T, work: () => Promise<R>): Promise<R> {
    this.open += 1;
    try {
      return await this.storage.run(transaction, work);
    } finally {
      this.open -= 1;
      if (this.open === 0) this.stopTrackingLater();
    }
  }

  private stopTrackingLater(): void {
    if (this.timer) this.timer.refresh();
    else this.timer = setTimeout(() => this.stopTracking(), UNAWAITED_MS).unref();
  }

  private stopTracking(): void {
    this.timer = undefined;
    if (this.open === 0) this.storage.disable();
  }
}
