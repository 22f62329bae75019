import { setTimeout as pause } from 'node:timers/promises';
import { at } from '../load';
import type { Client } from './client';
import type { Store } from './store';

const EVERY_MS = 10;
const PER_SECOND = 1000 / EVERY_MS;
/** A service that falls behind is not buried under requests. */
const MOST_WAITING = 50;
/** A process that has just been started is measured by nobody: its code is not compiled yet. */
const WARM_UP_SECONDS = 4;

/** From the answer to a change until an automation that waits for it has acted, in milliseconds, at 100 changes a second, once warm. */
export async function latency(client: Client, store: Store, seconds: number): Promise<{ p50: number; p99: number; changes: number }> {
  const { id: automationID } = await client.automation({
    triggerID: 1,
    eventID: 18,
    actions: [{ type: 'addTag', params: { tag: `Heard ${Date.now()}` } }],
  });
  const ids = (
    await store.all('SELECT id FROM contact WHERE deleted = 0 ORDER BY id LIMIT ?', [(WARM_UP_SECONDS + seconds) * PER_SECOND])
  ).map(([id]) => Number(id));
  const answered = new Map<number, number>();
  const heard = new Map<number, number>();
  let going = true;
  const watcher = watch(store, automationID, heard, () => going);
  const begin = performance.now();
  const asked: Promise<void>[] = [];
  for (const [number, id] of ids.entries()) {
    await pause(Math.max(0, begin + number * EVERY_MS - performance.now()));
    while (answered.size < number - MOST_WAITING) await pause(1);
    asked.push(change(client, id, answered));
  }
  await Promise.all(asked);
  for (const end = performance.now() + 30_000; heard.size < answered.size && performance.now() < end;) await pause(20);
  going = false;
  await watcher;
  if (heard.size < answered.size) throw new Error(`Only ${heard.size} of ${answered.size} changes were acted on.`);
  await client.ask('PUT', `/api/Automation/${automationID}`, { statusID: 2 });
  const measured = ids.slice(WARM_UP_SECONDS * PER_SECOND);
  const waits = measured
    .map((id) => Math.max(0, (heard.get(id) ?? Infinity) - (answered.get(id) ?? 0)))
    .toSorted((one, other) => one - other);
  return { p50: at(waits, 0.5), p99: at(waits, 0.99), changes: measured.length };
}

async function change(client: Client, id: number, answered: Map<number, number>): Promise<void> {
  await client.ask('PUT', `/api/Contacts/${id}`, { jobTitle: `Number ${Date.now()}` });
  answered.set(id, performance.now());
}

/** Looks which contacts have been acted on. */
async function watch(store: Store, automationID: number, heard: Map<number, number>, goesOn: () => boolean): Promise<void> {
  let last = 0;
  while (goesOn()) {
    // the rows of a run are processed in order, and runs of one automation one after the other
    const found = await store.all(
      "SELECT runID, recordID FROM automation_run_record WHERE automationID = ? AND runID >= ? AND outcome = 'processed'",
      [automationID, last],
    );
    const now = performance.now();
    for (const [runID, recordID] of found) {
      last = Math.max(last, Number(runID));
      if (!heard.has(Number(recordID))) heard.set(Number(recordID), now);
    }
    await pause(3);
  }
}
