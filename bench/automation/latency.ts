import { setTimeout as pause } from 'node:timers/promises';
import { percentile } from '../load';
import type { Client } from './client';
import type { BenchDatabase } from '../database';
import { actingRule, createIdleRules, pauseAllRules } from './rules';

const EVERY_MS = 10;
const PER_SECOND = 1000 / EVERY_MS;
/** Maximum pending requests, so that a service that falls behind is not overloaded further. */
const MOST_WAITING = 50;
/** How often it is looked what has been processed: more often would keep the database from its work. */
const POLL_MS = 10;
/** Not measured: the code of a process that has just started is not compiled yet. */
const WARM_UP_SECONDS = 4;

export interface Latency {
  /** In milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly changes: number;
}

/**
 * The time in milliseconds from the response to a change until its automation has acted, at 100 changes a second, after warm-up.
 * @param rules how many are active, of which one acts
 */
export async function latency(client: Client, store: BenchDatabase, seconds: number, rules: number): Promise<Latency> {
  const { id: automationID } = await actingRule(client, `Latency ${Date.now()}`);
  await createIdleRules(client, rules - 1);
  const ids = (
    await store.all('SELECT id FROM contact WHERE deleted = 0 ORDER BY id LIMIT ?', [(WARM_UP_SECONDS + seconds) * PER_SECOND])
  ).map(([id]) => Number(id));
  const respondedAt = new Map<number, number>();
  const processedAt = new Map<number, number>();
  let isWatching = true;
  const watcher = watch(store, automationID, processedAt, () => isWatching);
  await sendChanges(client, ids, respondedAt);
  for (const end = performance.now() + 30_000; processedAt.size < respondedAt.size && performance.now() < end;) await pause(20);
  isWatching = false;
  await watcher;
  if (processedAt.size < respondedAt.size) throw new Error(`Only ${processedAt.size} of ${respondedAt.size} changes were processed.`);
  await pauseAllRules(store);
  const measured = ids.slice(WARM_UP_SECONDS * PER_SECOND);
  const waits = measured
    .map((id) => Math.max(0, (processedAt.get(id) ?? Infinity) - (respondedAt.get(id) ?? 0)))
    .toSorted((one, other) => one - other);
  return { p50: percentile(waits, 0.5), p99: percentile(waits, 0.99), changes: measured.length };
}

/** A new title for each contact, 100 a second. */
export async function sendChanges(client: Client, ids: readonly number[], respondedAt = new Map<number, number>()): Promise<void> {
  const begin = performance.now();
  const pending: Promise<void>[] = [];
  for (const [number, id] of ids.entries()) {
    await pause(Math.max(0, begin + number * EVERY_MS - performance.now()));
    while (respondedAt.size < number - MOST_WAITING) await pause(1);
    pending.push(change(client, id, respondedAt));
  }
  await Promise.all(pending);
}

async function change(client: Client, id: number, respondedAt: Map<number, number>): Promise<void> {
  await client.request('PUT', `/api/Contacts/${id}`, { jobTitle: `Number ${Date.now()}` });
  respondedAt.set(id, performance.now());
}

/** Records when each contact has been processed. */
async function watch(store: BenchDatabase, automationID: number, processedAt: Map<number, number>, isActive: () => boolean): Promise<void> {
  let last = 0;
  while (isActive()) {
    // the rows of a run are processed in order, and runs of one automation one after the other
    const found = await store.all(
      "SELECT runID, recordID FROM automation_run_record WHERE automationID = ? AND runID >= ? AND outcome = 'processed'",
      [automationID, last],
    );
    const now = performance.now();
    for (const [runID, recordID] of found) {
      last = Math.max(last, Number(runID));
      if (!processedAt.has(Number(recordID))) processedAt.set(Number(recordID), now);
    }
    await pause(POLL_MS);
  }
}
