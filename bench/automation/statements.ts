import { setTimeout as pause } from 'node:timers/promises';
import type { BenchDatabase } from '../database';
import type { Client } from './client';
import { waitUntilIdle } from '../idle';
import { sendChanges } from './latency';
import { createIdleRules, pauseAllRules } from './rules';

const SECONDS = 2;
const PER_SECOND = 100;
/** Others may use the server too, which only adds to the count: the least counts. */
const SLICES = 5;

/** The statements of an idle service in a second. */
export async function idleStatements(store: BenchDatabase): Promise<number> {
  const counts = [];
  for (let slice = 0; slice < SLICES; slice++) counts.push((await counted(store, () => pause(SECONDS * 1000))) / SECONDS);
  return Math.min(...counts);
}

/** The statements per change of a contact at 100 changes a second, while so many rules are active that it is nothing to. */
export async function statementsPerChange(client: Client, store: BenchDatabase, rules: number): Promise<number> {
  await createIdleRules(client, rules);
  await waitUntilIdle(store);
  const ids = (await store.all('SELECT id FROM contact WHERE deleted = 0 ORDER BY id LIMIT ?', [SECONDS * PER_SECOND])).map(([id]) =>
    Number(id),
  );
  const counts = [];
  for (let slice = 0; slice < SLICES; slice++) counts.push((await counted(store, () => sendChanges(client, ids))) / ids.length);
  await pauseAllRules(store);
  return Math.min(...counts);
}

async function counted(store: BenchDatabase, work: () => Promise<void>): Promise<number> {
  const before = await questions(store);
  await work();
  return (await questions(store)) - before - 1;
}

const questions = async (store: BenchDatabase): Promise<number> => Number((await store.all("SHOW GLOBAL STATUS LIKE 'Questions'"))[0]?.[1]);
