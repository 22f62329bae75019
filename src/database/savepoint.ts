import { isTransient, translated } from './errors';
import type { Unit } from './transactions';

/**
 * Does something as a part of the unit that can fail by itself: what it did is then undone, and the rest of the unit
 * stays. @returns why it failed, undefined when it did not
 */
export async function failureOf({ em }: Unit, name: string, work: () => Promise<void>): Promise<{ readonly error: unknown } | undefined> {
  await em.query(`SAVEPOINT ${name}`);
  try {
    await work();
    await em.query(`RELEASE SAVEPOINT ${name}`);
    return undefined;
  } catch (error) {
    // the server has undone the whole unit, which is done again from its beginning
    if (isTransient(error)) throw error;
    await em.query(`ROLLBACK TO SAVEPOINT ${name}`);
    return { error: translated(error) };
  }
}
