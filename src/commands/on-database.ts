import type { Settings } from '../core/config';
import { Transactions } from '../core/database';
import { connect, connectReader, dataSourceFor, type RecordDataSource } from '../core/database/data-source';
import { Problem } from '../core/problems';
import { Clock } from '../core/time/clock';
import { recordTypes, schemaOf } from '../record-types';
import { CommandError } from './command';

/**
 * Works on the database without starting the service.
 * @param prepare what comes before the first transaction: migrations, for example
 * @throws CommandError for a problem
 */
export async function onDatabase<T>(
  settings: Settings,
  prepare: (store: RecordDataSource) => Promise<unknown>,
  work: (transactions: Transactions, clock: Clock) => Promise<T>,
): Promise<T> {
  const store = await connect(await dataSourceFor(settings.database, schemaOf(recordTypes(settings))));
  try {
    await prepare(store);
    const reader = await connectReader(store);
    try {
      const clock = new Clock(settings.clockStart);
      return await work(new Transactions(store, reader, clock), clock);
    } finally {
      if (reader !== store) await reader.destroy();
    }
  } catch (error) {
    throw error instanceof Problem ? new CommandError(error.detail) : error;
  } finally {
    await store.destroy();
  }
}

/** For commands that must not migrate: the service may run with another version. @throws CommandError */
export async function requireMigrated(store: RecordDataSource): Promise<void> {
  if (await store.showMigrations())
    throw new CommandError('The database belongs to another version. Start the service once to migrate it.');
}
