const wakers = new Set<() => void>();

/** Calls `wake` whenever deliveries have been queued by this process. @returns how to stop it */
export function onQueued(wake: () => void): () => void {
  wakers.add(wake);
  return () => void wakers.delete(wake);
}

export const wakeSenders = (): void => wakers.forEach((wake) => wake());
