import { setTimeout as pause } from 'node:timers/promises';
import { Random } from '../../src/demo/random';
import type { MainSizes } from '../../src/demo/sizes';
import { TimedOut, type Client } from '../client';
import { percentile } from '../load';
import { WORKLOADS, type BenchRequest } from '../workloads';

const QUESTIONS = 20;
const PAUSE_MS = 50;

/** What became of questions that look at all records, asked at once, and of other requests meanwhile. */
export interface AtOnce {
  readonly answered: number;
  readonly timedOut: number;
  /** Of the last of them, in milliseconds. */
  readonly took: number;
  /** By the name of the workload: how many were answered, and their milliseconds. */
  readonly others: ReadonlyMap<string, { readonly count: number; readonly median: number; readonly worst: number }>;
}

/** Requests for one record, which nobody should have to wait for. */
const OTHERS = ['W5', 'W2', 'W3'];

/** @throws Error if one of the others is not answered, or a question with anything but its result or 503 */
export async function askAtOnce(client: Client, question: BenchRequest, sizes: MainSizes): Promise<AtOnce> {
  const begin = performance.now();
  const outcomes = Array.from({ length: QUESTIONS }, () => outcomeOf(client, question));
  let isOver = false;
  const all = Promise.all(outcomes).finally(() => (isOver = true));
  const others = OTHERS.map(async (name) => [name, await askUntil(client, name, sizes, () => isOver)] as const);
  const answered = (await all).filter(Boolean).length;
  const took = performance.now() - begin;
  return { answered, timedOut: QUESTIONS - answered, took, others: new Map(await Promise.all(others)) };
}

/** Has it been answered before its time was over? */
async function outcomeOf(client: Client, question: BenchRequest): Promise<boolean> {
  try {
    await client.send(question);
    return true;
  } catch (error) {
    if (error instanceof TimedOut) return false;
    throw error;
  }
}

async function askUntil(client: Client, name: string, sizes: MainSizes, isOver: () => boolean) {
  const { request } = WORKLOADS.find((each) => each.name === name)!;
  const random = new Random(`at once ${Date.now()} ${name}`);
  const took: number[] = [];
  for (; !isOver(); await pause(PAUSE_MS)) took.push((await client.send(request(random, sizes))).took);
  const sorted = took.toSorted((one, other) => one - other);
  return { count: sorted.length, median: percentile(sorted, 0.5), worst: sorted.at(-1) ?? 0 };
}

export const atOnceLines = ({ answered, timedOut, took, others }: AtOnce): string[] => [
  `${QUESTIONS} questions that look at all contacts, asked at once: ${answered} answered, ${timedOut} ended with 503, all within ${(took / 1000).toFixed(1)} s.`,
  ...[...others].map(
    ([name, { count, median, worst }]) =>
      `Meanwhile ${name}: ${count} answered, median ${median.toFixed(0)} ms, worst ${worst.toFixed(0)} ms.`,
  ),
];
