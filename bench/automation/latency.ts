import { setTimeout as pause } from 'node:timers/promises';
import { percentile } from '../load';
import type { Client } from './client';
import type { BenchDatabase } from '../database';
import { waitUntilIdle } from '../idle';
import { actingRule, createIdleRules, pauseAllRules } from './rules';

const EVERY_MS = 10;
const PER_SECOND = 1000 / EVERY_MS;
/** Maximum pending requests, so that a service that falls behind is not overloaded further. */
const MOST_WAITING = 50;
/** Not measured: the code of a process that has just started is not compiled yet. */
const WARM_UP_SECONDS = 4;

export interface Latency {
  /** In milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly changes: number;
}

/**
 * The time in milliseconds from a change until its automation has acted, by the moments that the service stores, at 100 changes a
 * second, after warm-up.
 * @param rules how many are active, of which one acts
 */
export async function latency(client: Client, store: BenchDatabase, seconds: number, rules: number): Promise<Latency> {
  await waitUntilIdle(store);
  const { id: automationID } = await actingRule(client, `Latency ${Date.now()}`);
  await createIdleRules(client, rules - 1);
  const contacts = await store.all('SELECT id FROM contact WHERE deleted = 0 ORDER BY id LIMIT ?', [
    (WARM_UP_SECONDS + seconds) * PER_SECOND,
  ]);
  const ids = contacts.map(([id]) => Number(id));
  await sendChanges(client, ids);
  await waitUntilProcessed(store, automationID, ids.length);
  await pauseAllRules(store);
  const waits = await storedWaits(store, automationID);
  const measured = ids
    .slice(WARM_UP_SECONDS * PER_SECOND)
    .map((id) => waits.get(id) ?? Infinity)
    .toSorted((one, other) => one - other);
  return { p50: percentile(measured, 0.5), p99: percentile(measured, 0.99), changes: measured.length };
}

async function waitUntilProcessed(store: BenchDatabase, automationID: number, expected: number): Promise<void> {
  let processed = 0;
  for (const end = performance.now() + 30_000; performance.now() < end; await pause(500)) {
    const [[count] = []] = await store.all("SELECT COUNT(*) FROM automation_run_record WHERE automationID = ? AND outcome = 'processed'", [
      automationID,
    ]);
    processed = Number(count);
    if (processed === expected) return;
  }
  throw new Error(`Only ${processed} of ${expected} changes were processed.`);
}

/** Milliseconds from the last change of each contact by a request to its processing. */
async function storedWaits(store: BenchDatabase, automationID: number): Promise<Map<number, number>> {
  const rows = await store.all(
    `SELECT x.recordID, x.finishedAt, MAX(c.at) FROM automation_run_record x
     JOIN record_change c ON c.type = 'Contact' AND c.recordID = x.recordID AND c.automationID IS NULL
     WHERE x.automationID = ? GROUP BY x.recordID, x.finishedAt`,
    [automationID],
  );
  return new Map(rows.map(([id, finished, changed]) => [Number(id), millisecondsOf(finished) - millisecondsOf(changed)]));
}

const millisecondsOf = (moment: unknown): number => Date.parse(`${String(moment).replace(' ', 'T')}Z`);

/** A new title for each contact, 100 a second. */
export async function sendChanges(client: Client, ids: readonly number[]): Promise<void> {
  const begin = performance.now();
  let responded = 0;
  const pending: Promise<void>[] = [];
  for (const [number, id] of ids.entries()) {
    await pause(Math.max(0, begin + number * EVERY_MS - performance.now()));
    while (responded < number - MOST_WAITING) await pause(1);
    pending.push(
      client.request('PUT', `/api/Contacts/${id}`, { jobTitle: `Number ${Date.now()}` }).then(() => {
        responded++;
      }),
    );
  }
  await Promise.all(pending);
}
