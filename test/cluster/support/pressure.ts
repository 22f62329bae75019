import { readFileSync } from 'node:fs';

/** For how long some process of this machine has waited for a processor so far, in milliseconds; 0 where the system does not report it. */
export function waitedForProcessors(): number {
  try {
    return Number(/some .* total=(\d+)/.exec(readFileSync('/proc/pressure/cpu', 'utf8'))?.[1] ?? 0) / 1000;
  } catch {
    return 0;
  }
}
