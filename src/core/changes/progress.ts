/** The highest sequence number known to this process, and its listeners. */
export class Progress {
  private readonly listeners = new Set<(last: number) => void>();
  private last = 0;

  /** @param listener called with the highest sequence number whenever it grows @returns a function that unsubscribes */
  follow(listener: (last: number) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  moveTo(last: number): void {
    if (last <= this.last) return;
    this.last = last;
    this.listeners.forEach((listener) => listener(last));
  }

  /** Waits for a higher sequence number, at most until one of the signals. */
  waitBeyond(sequence: number, signals: readonly AbortSignal[]): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        stop();
        for (const signal of signals) signal.removeEventListener('abort', end);
        resolve();
      };
      const stop = this.follow((last) => last > sequence && end());
      for (const signal of signals) signal.addEventListener('abort', end);
      if (this.last > sequence || signals.some((signal) => signal.aborted)) end();
    });
  }
}
