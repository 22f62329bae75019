import { setTimeout as pause } from 'node:timers/promises';
import { prepared, tagByHand } from './by-hand';
import type { Client } from './client';
import type { Store } from './store';

/** So many contacts at the most: the ceiling of a run. */
const CEILING = 10_000;

/** One action on many contacts: the service against the same rows by hand, in turn on one database; and who asks the service meanwhile. */
export async function throughput(
  client: Client,
  store: Store,
  round: number,
): Promise<{ service: number; byHand: number; longestWait: number }> {
  const ids = (await store.all('SELECT id FROM contact WHERE deleted = 0 ORDER BY id LIMIT ?', [CEILING])).map(([id]) => Number(id));
  const tag = `${Date.now()} ${round}`;
  const { id } = await client.automation({ triggerID: 3, eventID: 17, actions: [{ type: 'addTag', params: { tag: `Service ${tag}` } }] });
  const begin = performance.now();
  const { location: run } = await client.ask('POST', `/api/Automation/${id}/Runs`);
  const waits: number[] = [];
  const watch = watching(client, waits);
  const { processed } = await client.ended(run);
  const took = performance.now() - begin;
  await watch.stop();
  if (processed !== ids.length) throw new Error(`${processed} of ${ids.length} contacts were processed.`);
  await quiet(store);
  const byHand = await tagByHand(store, ids, await prepared(store, id, `hand ${tag}`));
  await quiet(store);
  const perSecond = (milliseconds: number): number => (ids.length / milliseconds) * 1000;
  return { service: perSecond(took), byHand: perSecond(byHand), longestWait: Math.max(...waits) };
}

/** Asks every few milliseconds, one request after the other. */
function watching(client: Client, waits: number[]): { stop(): Promise<void> } {
  let going = true;
  const loop = (async (): Promise<void> => {
    while (going) {
      const begin = performance.now();
      await client.ask('GET', '/api/Contacts/1');
      waits.push(performance.now() - begin);
      await pause(5);
    }
  })();
  return { stop: () => ((going = false), loop) };
}

/** Until every change has its place and has been looked at: afterwards the service does nothing. */
export async function quiet(store: Store): Promise<void> {
  for (let calm = 0; calm < 5;) {
    const [[waiting] = []] = await store.all(
      "SELECT COUNT(*) FROM record_change WHERE sequence IS NULL OR sequence > (SELECT COALESCE(MAX(value), 0) FROM counter WHERE name = 'dispatched')",
    );
    calm = Number(waiting) === 0 ? calm + 1 : 0;
    await pause(50);
  }
}
