import type { Unit } from '../database';

/** Work that falls due by itself. */
export interface Chore {
  /** In log lines, and as the key under which processes agree who does it. */
  readonly name: string;
  /** How often it is looked whether there is something to do. */
  readonly everySeconds: number;
  /** Does the next piece, a short one: the embedded database has one writer at a time. @returns whether there is more */
  readonly work: (unit: Unit) => Promise<boolean>;
}
