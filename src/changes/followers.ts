const followers = new Set<() => void>();

/** Calls `wake` whenever changes have been committed by this process. @returns how to stop it */
export function follow(wake: () => void): () => void {
  followers.add(wake);
  return () => void followers.delete(wake);
}

export const wakeFollowers = (): void => followers.forEach((wake) => wake());
