import type { Transactions } from '../../../src/core/database';

/** Transactions of three processes, each at a node of its own. */
export interface AtNodes {
  readonly transactions: readonly Transactions[];
  close(): Promise<void>;
}

/** Imports are dynamic because modules read the kind of database when they are loaded. @param urls of a database that has been migrated */
export async function transactionsAt(urls: readonly string[]): Promise<AtNodes> {
  process.env['TEST_DATABASE_URL'] = process.env['DATABASE_URL'] = urls[0];
  const { schema } = await import('../../../src/core/database/support/store.js');
  const { connect, connectReader, dataSourceFor } = await import('../../../src/core/database/data-source.js');
  const { databaseAddress } = await import('../../../src/core/config/database-address.js');
  const { Transactions: At } = await import('../../../src/core/database/index.js');
  const { Clock } = await import('../../../src/core/time/clock.js');
  const open = await Promise.all(
    urls.map(async (url) => {
      const store = await connect(await dataSourceFor(databaseAddress(url), schema));
      return { store, reader: await connectReader(store) };
    }),
  );
  return {
    transactions: open.map(({ store, reader }) => new At(store, reader, new Clock())),
    close: async () => {
      for (const { store, reader } of open) for (const each of [reader, store]) await each.destroy();
    },
  };
}
