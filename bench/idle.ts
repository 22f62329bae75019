import { setTimeout as pause } from 'node:timers/promises';
import type { BenchDatabase } from './database';

/** Counters of what the service does with changes after their commit. */
export type FollowUp = 'dispatched' | 'audited';

/** Waits until every change has been sequenced and followed up, so that the service is idle. */
export async function waitUntilIdle(store: BenchDatabase, followUps: readonly FollowUp[] = ['dispatched']): Promise<void> {
  const behind = followUps.map((name) => `sequence > (SELECT COALESCE(MAX(value), 0) FROM counter WHERE name = '${name}')`);
  const waiting = `SELECT COUNT(*) FROM record_change WHERE ${['sequence IS NULL', ...behind].join(' OR ')}`;
  for (let idlePolls = 0; idlePolls < 5;) {
    const [[count] = []] = await store.all(waiting);
    idlePolls = Number(count) === 0 ? idlePolls + 1 : 0;
    await pause(50);
  }
}
