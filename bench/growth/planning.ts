import { setTimeout as pause } from 'node:timers/promises';
import type { Asking } from './question';

/** A hundredth of the smallest firm. */
const UNIT = 200;

/**
 * Plans runs of an automation over a hundredth of the contacts, and cancels them once they are planned. A larger firm has more
 * of them, so what counts is the time for as many as the smallest has.
 */
export async function planning({ client, store, sample }: Asking): Promise<() => Promise<number>> {
  const { id } = await client.read<{ id: number }>('POST', '/api/Automation', {
    name: 'Growth',
    triggerID: 3,
    eventID: 17,
    statusID: 1,
    filtersJSON: JSON.stringify({ combinator: 'and', rules: [{ field: 'suburb', operator: '=', value: sample.suburb }] }),
    actionsJSON: JSON.stringify([{ id: '1', type: 'addTag', params: { tag: `Growth ${Date.now()}` } }]),
  });
  return async () => {
    const { headers } = await client.send({ method: 'POST', path: `/api/Automation/${id}/Runs` });
    const run = String(headers.location);
    const runID = Number(run.split('/').at(-1));
    const { took, taken } = await planned(() =>
      store.all('SELECT leaseOwner, taken, status, reason FROM automation_run WHERE id = ?', [runID]),
    );
    await client.send({ method: 'POST', path: `${run}/Cancel` }).catch(() => undefined);
    for (;;) {
      const [[status] = []] = await store.all('SELECT status FROM automation_run WHERE id = ?', [runID]);
      if (!['queued', 'running'].includes(String(status))) return (took / taken) * UNIT;
      await pause(20);
    }
  };
}

/** The time from when a worker takes the run, to within one reading, until its plan is stored. */
async function planned(read: () => Promise<unknown[][]>): Promise<{ took: number; taken: number }> {
  for (let begin = performance.now(), isTaken = false; ;) {
    const now = performance.now();
    const [[owner, taken, status, reason] = []] = await read();
    if (Number(taken) > 0) return { took: performance.now() - begin, taken: Number(taken) };
    if (!['queued', 'running'].includes(String(status))) throw new Error(`The run ended as ${String(status)}: ${String(reason)}`);
    isTaken ||= owner !== null;
    if (!isTaken) begin = now;
    await pause(1);
  }
}
