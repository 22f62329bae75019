import { setTimeout as pause } from 'node:timers/promises';
import { prepareBaseline, tagByHand } from './by-hand';
import type { Client } from './client';
import type { BenchDatabase } from '../database';

/** The maximum number of records of a run. */
const MAX_RECORDS = 10_000;

/** One action on many contacts: the service, then the same rows in hand-written SQL; and the latency of other requests meanwhile. */
export async function throughput(
  client: Client,
  store: BenchDatabase,
  round: number,
): Promise<{ service: number; byHand: number; longestWait: number }> {
  const ids = (await store.all('SELECT id FROM contact WHERE deleted = 0 ORDER BY id LIMIT ?', [MAX_RECORDS])).map(([id]) => Number(id));
  const tag = `${Date.now()} ${round}`;
  const { id } = await client.createAutomation({
    triggerID: 3,
    eventID: 17,
    actions: [{ type: 'addTag', params: { tag: `Service ${tag}` } }],
  });
  const begin = performance.now();
  const { location: run } = await client.request('POST', `/api/Automation/${id}/Runs`);
  const waits: number[] = [];
  const watch = probeLatency(client, waits);
  const { processed } = await client.waitForRun(run);
  const took = performance.now() - begin;
  await watch.stop();
  if (processed !== ids.length) throw new Error(`${processed} of ${ids.length} contacts were processed.`);
  await waitUntilIdle(store);
  const byHand = await tagByHand(store, ids, await prepareBaseline(store, id, `hand ${tag}`));
  await waitUntilIdle(store);
  const perSecond = (milliseconds: number): number => (ids.length / milliseconds) * 1000;
  return { service: perSecond(took), byHand: perSecond(byHand), longestWait: Math.max(...waits) };
}

/** Sends one request after the other, every few milliseconds. */
function probeLatency(client: Client, waits: number[]): { stop(): Promise<void> } {
  let isRunning = true;
  const loop = (async (): Promise<void> => {
    while (isRunning) {
      const begin = performance.now();
      await client.request('GET', '/api/Contacts/1');
      waits.push(performance.now() - begin);
      await pause(5);
    }
  })();
  return { stop: () => ((isRunning = false), loop) };
}

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
