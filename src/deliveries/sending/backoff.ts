const [MINUTE, HOUR] = [60, 3600];

/** Seconds between one attempt and the next: soon at first, then patiently, over a day in all. */
const DELAYS = [5, 30, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 4 * HOUR, 4 * HOUR, 4 * HOUR, 4 * HOUR] as const;

/** A delivery is given up after this many attempts. */
export const ATTEMPTS = DELAYS.length + 1;

/**
 * Seconds to wait after so many attempts, up to a fifth more or less, so that what failed together does not come back together.
 * @returns undefined when there is no further attempt
 */
export function delayAfter(attempts: number, random: () => number = Math.random): number | undefined {
  const delay = DELAYS[attempts - 1];
  return delay === undefined ? undefined : delay * (0.8 + 0.4 * random());
}
