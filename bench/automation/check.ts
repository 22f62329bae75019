import type { BenchDatabase } from '../database';
import type { MeasuredAction } from './actions';
import { newRun, runByHand } from './by-hand/run';
import type { Client } from './client';
import { waitUntilIdle } from '../idle';
import { normalized } from './normalized';
import { automationOf, runOnce } from './run-once';
import { difference, snapshot, undo, type Difference } from './snapshot';

/** Rows of these tables belong to the service as a whole or to the run itself, whichever way it was done; the audit follows the changes. */
const OF_THE_SERVICE = new Set([
  'automation',
  'automation_run',
  'automation_version',
  'audit_entry',
  'audit_key',
  'counter',
  'chore',
  'idempotent_answer',
]);
/** What has been read from these tables is not taken back: others may have read it. */
const KEPT = new Set([...OF_THE_SERVICE, 'automation_run_record', 'record_change']);

export interface Checked {
  readonly client: Client;
  readonly store: BenchDatabase;
  readonly ids: readonly number[];
  readonly webhook: string;
}

/**
 * The service does an action to some records, its writes are taken back, and the same is done by hand to the same records: both must
 * have written the same rows in all tables, apart from ids and moments.
 * @returns how many rows of which tables @throws Error that shows the first rows that only one of them has written
 */
export async function checkByHand(action: MeasuredAction, checked: Checked): Promise<string> {
  // a maintenance task of the service may have written something meanwhile: what is wrong is wrong twice
  let found = await bothWays(action, checked, 0);
  if (found.error !== undefined) found = await bothWays(action, checked, 2);
  if (found.error !== undefined) throw new Error(`${action.type}, ${found.error}`);
  return found.rows;
}

/** @param number of the trial @returns the rows that were written, and where the two differ */
async function bothWays(
  action: MeasuredAction,
  { client, store, ids, webhook }: Checked,
  number: number,
): Promise<{ rows: string; error?: string }> {
  const { params, byHand } = await action.prepare({ store, ids, number, webhook });
  const automationID = await automationOf(client, [{ type: action.type, params }], ids.length);
  const service = await writtenBy(store, () => runOnce(client, automationID, ids.length));
  const run = await newRun(store, automationID);
  const hand = await writtenBy(store, () => runByHand(run, action.type, byHand, ids));
  const rows = [...hand].map(([table, changes]) => `${table} ${normalized(table, changes).length}`).join(', ');
  return { rows, error: differenceBetween(service, hand) };
}

/** What has become of all tables; it is taken back. */
async function writtenBy(store: BenchDatabase, work: () => Promise<unknown>): Promise<Difference> {
  await waitUntilIdle(store);
  const before = await snapshot(store);
  await work();
  await waitUntilIdle(store);
  const changes = [...difference(before, await snapshot(store))];
  await undo(store, new Map(changes.filter(([table]) => !KEPT.has(table))));
  return new Map(changes.filter(([table]) => !OF_THE_SERVICE.has(table)));
}

function differenceBetween(byService: Difference, byHand: Difference): string | undefined {
  for (const table of new Set([...byService.keys(), ...byHand.keys()])) {
    const [service, hand] = [byService, byHand].map((changes) => normalized(table, changes.get(table) ?? []));
    const [onlyService, onlyHand] = [missing(service, hand), missing(hand, service)];
    if (onlyService.length + onlyHand.length > 0)
      return (
        `${table}: the service and the rows by hand differ: ${onlyService.length} rows only by the service, ${onlyHand.length} only by hand.\n` +
        `service: ${onlyService[0] ?? 'none'}\nby hand: ${onlyHand[0] ?? 'none'}`
      );
  }
  return undefined;
}

/** Those of `all` that the others do not have, as often as they are there. */
function missing(all: readonly string[] = [], others: readonly string[] = []): string[] {
  const left = new Map<string, number>();
  for (const row of others) left.set(row, (left.get(row) ?? 0) + 1);
  return all.filter((row) => {
    const count = left.get(row) ?? 0;
    left.set(row, count - 1);
    return count <= 0;
  });
}
