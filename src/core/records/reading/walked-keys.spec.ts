import { rows } from '../../database/rows';
import { openStore } from '../../database/support/store';
import { indexTable, keyFields, walkedKeyName } from '../../fields/index-row';
import { alongKey } from '../../sql/dialect';
import { identifier, sql } from '../../sql/sql';

it('Every key that records are read along is in the database', async () => {
  const { store, close } = await openStore();
  try {
    const keys = store.types.all.flatMap((type) =>
      keyFields(type).map((field) => ({ table: indexTable(type), key: walkedKeyName(type, field) })),
    );
    expect(keys.length).toBeGreaterThan(40);
    // a statement that names another key fails
    for (const { table, key } of keys) await rows(store.manager, sql`SELECT id FROM ${identifier(table)}${alongKey(key)} LIMIT 1`);
  } finally {
    await close();
  }
}, 60_000);
