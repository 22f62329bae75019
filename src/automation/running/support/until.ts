import { setImmediate as soon } from 'node:timers/promises';

const LONGEST_MS = 5_000;

/** Waits until something is so; gives up when that takes far too long, and what is expected then fails. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + LONGEST_MS;
  while (!(await isSo()) && Date.now() < end) await soon();
}
