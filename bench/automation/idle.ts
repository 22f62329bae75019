import { setTimeout as pause } from 'node:timers/promises';
import type { BenchDatabase } from '../database';

/** Waits until every change has been sequenced and dispatched, so that the service is idle. */
export async function waitUntilIdle(store: BenchDatabase): Promise<void> {
  for (let idlePolls = 0; idlePolls < 5;) {
    const [[waiting] = []] = await store.all(
      "SELECT COUNT(*) FROM record_change WHERE sequence IS NULL OR sequence > (SELECT COALESCE(MAX(value), 0) FROM counter WHERE name = 'dispatched')",
    );
    idlePolls = Number(waiting) === 0 ? idlePolls + 1 : 0;
    await pause(50);
  }
}
