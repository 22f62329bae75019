import { Sql } from '../sql';
import { isTransient, translateError } from './errors';
import { forgetChanges } from './held-rows';
import { execute, forgetWaiting } from './rows';
import type { Transaction } from './transactions';

/**
 * Runs part of a transaction in a savepoint: if it fails, only that part is rolled back.
 * @returns why it failed, undefined if it succeeded
 */
export async function tryInSavepoint(
  { em }: Transaction,
  name: string,
  work: () => Promise<void>,
): Promise<{ readonly error: unknown } | undefined> {
  await execute(em, new Sql(`SAVEPOINT ${name}`));
  try {
    await work();
    await execute(em, new Sql(`RELEASE SAVEPOINT ${name}`));
    return undefined;
  } catch (error) {
    // the server has rolled back the complete transaction, which is retried from the beginning
    if (isTransient(error)) throw error;
    await forgetWaiting(em);
    await execute(em, new Sql(`ROLLBACK TO SAVEPOINT ${name}`));
    forgetChanges(em);
    return { error: translateError(error) };
  }
}
