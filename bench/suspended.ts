import { setTimeout as pause } from 'node:timers/promises';
import type { BenchDatabase } from './database';
import type { Server } from './server';

/** Does some work while a server is suspended, but not within a transaction, which would keep its locks. */
export async function whileSuspended<T>(server: Server, store: BenchDatabase, work: () => Promise<T>): Promise<T> {
  try {
    for (server.suspend(); await store.isLocked(); server.suspend()) {
      server.resume();
      await pause(50);
    }
    return await work();
  } finally {
    server.resume();
  }
}
