import { Random } from '../../src/demo/random';
import { percentile } from '../load';
import { TimedOut } from '../client';
import type { Asking, Question } from './question';

/** The median in milliseconds, or what became of the question. */
export type Result = { readonly median: number } | { readonly timedOutAfter: number } | { readonly failed: string };

/** However short a question takes: enough for a median. */
const MOST = 300;
/** The firms take turns, so that other load on the machine does not concern one of them only. */
const ROUNDS = 4;
/** A question varies so much. Each variation is asked once before, so that the pages it needs are in memory: work counts, not the disk. */
const VARIATIONS = 5;

interface Attempts {
  readonly took: number[];
  once?: (random: Random) => Promise<number>;
  result?: Result;
}

/** Asks in each firm until the time is over, at least once after those that do not count. @returns the results in their order */
export async function measureQuestion(
  { begin, alone }: Question,
  firms: readonly Asking[],
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Result[]> {
  const all = firms.map((): Attempts => ({ took: [] }));
  for (const [index, attempts] of all.entries())
    await attempt(attempts, async () => {
      attempts.once = await begin(firms[index]!);
      for (let number = 0, end = now(seconds); number < VARIATIONS && now() < end; number++) await attempts.once(variation(number));
    });
  for (let round = 0; round < ROUNDS; round++)
    for (const attempts of all) await attempt(attempts, () => ask(attempts, alone ? 1 : connections, seconds / ROUNDS));
  return all.map(({ took, result }) => result ?? { median: medianOf(took) });
}

async function ask({ took, once }: Attempts, connections: number, seconds: number): Promise<void> {
  const end = now(seconds);
  const most = took.length + MOST / ROUNDS;
  const workers = Array.from({ length: connections }, async () => {
    do took.push(await once!(variation(took.length % VARIATIONS)));
    while (now() < end && took.length < most);
  });
  await Promise.all(workers);
}

/** In milliseconds; or the time so many seconds from now. */
const now = (later = 0): number => performance.now() + later * 1000;

const variation = (number: number): Random => new Random(`variation ${number}`);

/** Does nothing any more once it has failed. */
async function attempt(attempts: Attempts, work: () => Promise<void>): Promise<void> {
  if (attempts.result) return;
  try {
    await work();
  } catch (error) {
    attempts.result = error instanceof TimedOut ? { timedOutAfter: error.after } : { failed: (error as Error).message };
  }
}

const medianOf = (took: readonly number[]): number =>
  percentile(
    took.toSorted((one, other) => one - other),
    0.5,
  );
