import { Random } from '../../src/demo/random';
import { percentile } from '../load';
import { TimedOut } from '../client';
import type { Asking, Question } from './question';

/** The median in milliseconds, or what became of the question. */
export type Result = { readonly median: number } | { readonly timedOutAfter: number } | { readonly failed: string };

/** However short a question takes: enough for a median. */
const MOST = 300;

/** Asks until the time is over, at least once after a first time that does not count. */
export async function measureQuestion(
  { begin, alone }: Question,
  asking: Asking,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Result> {
  const took: number[] = [];
  try {
    const once = await begin(asking);
    await once(new Random('first'));
    const end = performance.now() + seconds * 1000;
    const workers = Array.from({ length: alone ? 1 : connections }, async (_, worker) => {
      const random = new Random(`${Date.now()}/${worker}`);
      do took.push(await once(random));
      while (performance.now() < end && took.length < MOST);
    });
    await Promise.all(workers);
  } catch (error) {
    return error instanceof TimedOut ? { timedOutAfter: error.after } : { failed: (error as Error).message };
  }
  return {
    median: percentile(
      took.toSorted((one, other) => one - other),
      0.5,
    ),
  };
}
