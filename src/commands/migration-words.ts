import { databaseAddress } from '../core/config/database-address';
import { connect, dataSourceFor } from '../core/database/data-source';
import { describeTables } from '../core/database/generate-migration';
import { readSettings } from '../core/config';
import { recordTypes, schemaOf } from '../record-types';

/** Prints the tables of all entities in the notation of migrations, to compare with or to start a new migration from. */
async function main(): Promise<void> {
  const types = recordTypes(readSettings({ DATABASE_URL: 'sqlite::memory:' }));
  const store = await connect(await dataSourceFor(databaseAddress('sqlite::memory:'), schemaOf(types)));
  process.stdout.write(`${describeTables(store)}\n`);
  await store.destroy();
}

void main();
