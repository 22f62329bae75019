import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The controller of processors: of cgroup version 1 or 2, as the system has it. */
const VERSION_1 = '/sys/fs/cgroup/cpu';
const VERSION_2 = '/sys/fs/cgroup';
/** Short, so that a process that has used its share holds its locks for milliseconds only. */
const PERIOD_US = 10_000;

/** Limits a process to a part of one core, with all its threads. */
export class ProcessorShare {
  private constructor(private readonly folder: string) {}

  /** @param share of a core, such as 0.2 @throws Error where the system does not allow it: it takes root and the cgroups of Linux */
  static limit(processID: number, share: number): ProcessorShare {
    const isVersion1 = existsSync(join(VERSION_1, 'cpu.cfs_quota_us'));
    const folder = join(isVersion1 ? VERSION_1 : VERSION_2, `bench-worker-${processID}`);
    const quota = Math.round(share * PERIOD_US);
    mkdirSync(folder);
    const group = new ProcessorShare(folder);
    try {
      if (isVersion1) {
        group.write('cpu.cfs_period_us', PERIOD_US);
        group.write('cpu.cfs_quota_us', quota);
      } else group.write('cpu.max', `${quota} ${PERIOD_US}`);
      group.write('cgroup.procs', processID);
    } catch (error) {
      group.remove();
      throw error;
    }
    return group;
  }

  /** When its process has ended. */
  remove(): void {
    rmdirSync(this.folder);
  }

  private write(file: string, value: string | number): void {
    writeFileSync(join(this.folder, file), String(value));
  }
}
