/** How far the order of changes has come, as far as this process has heard, and who wants to hear. */
export class Progress {
  private readonly listeners = new Set<(last: number) => void>();
  private last = 0;

  /** @param listener hears the newest place whenever it has moved @returns how to stop it */
  follow(listener: (last: number) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  moveTo(last: number): void {
    if (last <= this.last) return;
    this.last = last;
    this.listeners.forEach((listener) => listener(last));
  }

  /** Waits for a place behind this one, until the signal at the longest. */
  beyond(sequence: number, until: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        stop();
        until.removeEventListener('abort', end);
        resolve();
      };
      const stop = this.follow((last) => last > sequence && end());
      until.addEventListener('abort', end);
      if (until.aborted || this.last > sequence) end();
    });
  }
}
