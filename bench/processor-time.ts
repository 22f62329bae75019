import { readFileSync } from 'node:fs';

/** Linux counts the CPU time of a process in hundredths of a second. */
const MS_PER_TICK = 10;

/** CPU time of all processes of this machine so far, in milliseconds; 0 where the system does not report it. */
export function busyTime(): number {
  try {
    const [, user, nice, system, , , irq, softirq] = readFileSync('/proc/stat', 'utf8').split(/\s+/, 9).map(Number);
    return (user! + nice! + system! + irq! + softirq!) * MS_PER_TICK;
  } catch {
    return 0;
  }
}

/** CPU time of a process so far, of all its threads, in milliseconds; undefined where the system does not report it. */
export function processorTimeOf(processID: number | undefined): number | undefined {
  try {
    const fields = readFileSync(`/proc/${processID}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
  } catch {
    return undefined;
  }
}
