import type { RetryPolicy } from '../actions/action';

const HOUR = 3600;

/**
 * Seconds to wait after so many attempts: twice as long after each. @returns undefined when there is no further
 * attempt, or none that waits
 */
export function retryDelay({ attempts, delaySeconds }: RetryPolicy, attemptsMade: number): number | undefined {
  return delaySeconds === undefined || attemptsMade >= attempts ? undefined : Math.min(delaySeconds * 2 ** (attemptsMade - 1), HOUR);
}
