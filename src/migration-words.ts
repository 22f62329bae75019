import { databaseAddress } from './config/database-address';
import { connected, storeAt } from './database/data-source';
import { tablesInWords } from './database/generate-migration';
import { entities } from './entities';

/** Prints every table of the entities in the words of migrations, to compare with and to start a new migration from. */
async function main(): Promise<void> {
  const store = await connected(await storeAt(databaseAddress('sqlite::memory:'), entities));
  process.stdout.write(`${tablesInWords(store)}\n`);
  await store.destroy();
}

void main();
