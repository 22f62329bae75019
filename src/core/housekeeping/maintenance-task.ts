import type { Transaction } from '../database';

/** Periodic background work. */
export interface MaintenanceTask {
  /** Unique: used in the log and to coordinate processes. */
  readonly name: string;
  /** How often to check for work. */
  readonly everySeconds: number;
  /** Processes the next batch, a small one because the embedded database has a single writer. @returns whether there is more */
  readonly work: (transaction: Transaction) => Promise<boolean>;
}
