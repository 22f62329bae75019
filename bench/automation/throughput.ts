import { setTimeout as pause } from 'node:timers/promises';
import type { BenchDatabase } from '../database';
import type { MeasuredAction, Trial } from './actions';
import { momentOf, newRun, runByHand } from './by-hand/run';
import type { Client } from './client';
import { waitUntilIdle } from '../idle';
import { automationOf, runOnce } from './run-once';

/** Records per second. */
export interface Throughput {
  readonly service: number;
  readonly byHand: number;
  /** Of other requests during the run of the service, in milliseconds. */
  readonly longestWait: number;
}

/** Measures one action in rounds, each by the service and then by hand, after one of both that is not measured. */
export async function throughput(
  client: Client,
  action: MeasuredAction,
  trial: Omit<Trial, 'number'>,
  rounds: number,
): Promise<Throughput[]> {
  const perSecond = (milliseconds: number): number => (trial.ids.length / milliseconds) * 1000;
  const measured: Throughput[] = [];
  for (let round = 0; round <= rounds; round++) {
    const service = await byService(client, action, { ...trial, number: 2 * round + 1 });
    const hand = await byHand(action, { ...trial, number: 2 * round + 2 }, service.automationID);
    if (round === 0) continue;
    refuseOtherCounts(action, service.rows, hand.rows);
    measured.push({ service: perSecond(service.milliseconds), byHand: perSecond(hand.milliseconds), longestWait: service.longestWait });
  }
  return measured;
}

async function byService(client: Client, action: MeasuredAction, trial: Trial) {
  const { params } = await action.prepare(trial);
  const automationID = await automationOf(client, [{ type: action.type, params }], trial.ids.length);
  const before = await settledCounts(trial.store);
  const waits: number[] = [];
  const watch = probeLatency(client, waits);
  const milliseconds = await runOnce(client, automationID, trial.ids.length).finally(() => watch.stop());
  return { automationID, milliseconds, longestWait: Math.max(...waits), rows: added(before, await settledCounts(trial.store)) };
}

async function byHand(action: MeasuredAction, trial: Trial, automationID: number) {
  const { byHand: work } = await action.prepare(trial);
  const run = await newRun(trial.store, automationID);
  const before = await settledCounts(trial.store);
  const begin = performance.now();
  await runByHand(run, action.type, work, trial.ids);
  const milliseconds = performance.now() - begin;
  return { milliseconds, rows: added(before, await settledCounts(trial.store)) };
}

const DAY_MS = 86_400_000;

type Counts = ReadonlyMap<string, number>;
/** Of the service itself, in both cases or in one. */
const NOT_COMPARED = ['automation', 'automation_run', 'chore', 'counter', 'expiry_warning'];

/** Maintenance tasks of the service write such rows too. */
const OF_RUNS = ['record_change', 'audit_entry', 'notification', 'delivery'];

/** The rows of each table, once the service has nothing left to do. What is queued is not sent any more, and counts as one of yesterday. */
async function settledCounts(store: BenchDatabase): Promise<Counts> {
  await waitUntilIdle(store, ['dispatched', 'audited']);
  await store.run("UPDATE delivery SET state = 'dead', dueAt = NULL, leaseID = NULL, createdDate = ? WHERE dueAt IS NOT NULL", [
    momentOf(new Date(Date.now() - DAY_MS)).sql,
  ]);
  const counts = new Map<string, number>();
  for (const table of (await store.tables()).filter((name) => !NOT_COMPARED.includes(name))) {
    const [[count] = []] = await store.all(`SELECT COUNT(*) FROM \`${table}\` ${OF_RUNS.includes(table) ? 'WHERE runID IS NOT NULL' : ''}`);
    counts.set(table, Number(count));
  }
  return counts;
}

const added = (before: Counts, after: Counts): Counts =>
  new Map([...after].map(([table, count]) => [table, count - (before.get(table) ?? 0)]));

/** @throws Error when one of the two wrote more rows */
function refuseOtherCounts({ type, perTransaction = [] }: MeasuredAction, service: Counts, hand: Counts): void {
  for (const [table, count] of service)
    if (count !== hand.get(table) && !perTransaction.includes(table))
      throw new Error(`${type}: the service added ${count} rows to ${table}, by hand it were ${hand.get(table)}.`);
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
