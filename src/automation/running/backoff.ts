import type { Retry } from '../actions/action';

const HOUR = 3600;

/** Seconds to wait after so many attempts: twice as long after each. @returns undefined when there is no further attempt, or none that waits */
export function backoff({ attempts, delaySeconds }: Retry, done: number): number | undefined {
  return delaySeconds === undefined || done >= attempts ? undefined : Math.min(delaySeconds * 2 ** (done - 1), HOUR);
}
