import { isTransient, translateError } from './errors';
import { forgetChanges } from './held-rows';
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
  await em.query(`SAVEPOINT ${name}`);
  try {
    await work();
    await em.query(`RELEASE SAVEPOINT ${name}`);
    return undefined;
  } catch (error) {
    // the server has rolled back the complete transaction, which is retried from the beginning
    if (isTransient(error)) throw error;
    await em.query(`ROLLBACK TO SAVEPOINT ${name}`);
    forgetChanges(em);
    return { error: translateError(error) };
  }
}
