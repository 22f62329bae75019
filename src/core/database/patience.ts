import { setTimeout as pause } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';
import { hasOnlyWaited, isNoMember } from './errors';

/** Before it is tried again. */
const PAUSE_MS = 500;
/** A node that joins its cluster needs so long at most, unless it needs everything. */
const JOINING_MS = 120_000;
/** MySQL takes whole seconds. */
const TABLE_WAIT_SECONDS = 1;

interface Patience {
  readonly patienceMs?: number;
  /** Is nothing lost when it is repeated? */
  readonly mayRepeat?: (error: unknown) => boolean;
}

const isWaiting = (error: unknown): boolean => hasOnlyWaited(error) || isNoMember(error);

/** Repeats what has waited in vain. @throws its error when that has taken too long */
export async function retriedUntilReady<T>(
  work: () => Promise<T>,
  { patienceMs = JOINING_MS, mayRepeat = isWaiting }: Patience = {},
): Promise<T> {
  const end = Date.now() + patienceMs;
  for (let tried = 1; ; tried++) {
    try {
      return await work();
    } catch (error) {
      if (!mayRepeat(error) || Date.now() > end) throw error;
      // logs are kept back until the application is there
      if (tried === 1) process.stderr.write(`Waiting for the database: ${String((error as Error).message)}\n`);
      await pause(PAUSE_MS);
    }
  }
}

/** Lets the statements of a connection wait for as long as it takes: for the node to catch up, or for a table that is in use. */
export function waitAsLongAsItTakes(runner: QueryRunner): void {
  const query = runner.query.bind(runner);
  // a node that has left its cluster has rolled the transaction back: the rest of it alone would be half of a migration
  const mayRepeat = (error: unknown): boolean => (runner.isTransactionActive ? hasOnlyWaited(error) : isWaiting(error));
  const patience = { patienceMs: Infinity, mayRepeat };
  Object.assign(runner, { query: (...args: Parameters<typeof query>) => retriedUntilReady(() => query(...args), patience) });
}

/**
 * Whoever needs a table waits behind a statement that waits to change it, and two transactions of which one has the table and the other a
 * row that the first needs would not end before their statements time out. So such a statement gives way soon, to be tried again. Not on a
 * Galera cluster, which ends the transactions that are in the way: there a statement must not fail on one node only.
 */
export const giveWay = (runner: QueryRunner): Promise<unknown> => runner.query(`SET SESSION lock_wait_timeout = ${TABLE_WAIT_SECONDS}`);

export const giveWayNoLonger = (runner: QueryRunner): Promise<unknown> => runner.query('SET SESSION lock_wait_timeout = DEFAULT');
