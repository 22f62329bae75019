/** Notifies listeners within one application. */
export class Signals {
  private readonly listeners = new Map<string, Set<() => void>>();

  /** @param listener called whenever the signal is sent @returns a function that unsubscribes */
  subscribe(signal: string, listener: () => void): () => void {
    const listeners = this.listeners.get(signal) ?? new Set();
    this.listeners.set(signal, listeners.add(listener));
    return () => void listeners.delete(listener);
  }

  send(signal: string): void {
    this.listeners.get(signal)?.forEach((listener) => listener());
  }
}
