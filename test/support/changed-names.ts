import type { INestApplicationContext } from '@nestjs/common';

/**
 * By each name in a change, a subscription can ask for it: whatever a test has changed, `changedParts` of its type has declared.
 * A database that a test has made unreadable says nothing.
 */
export async function checkChangedNames(app: INestApplicationContext): Promise<void> {
  const { Transactions } = await import('../../src/core/database/index.js');
  const { SYSTEM_CALLER } = await import('../../src/core/callers/index.js');
  const { RecordTypes } = await import('../../src/core/fields/record-types.js');
  const known = app.get(RecordTypes, { strict: false }).changedNames;
  // settings are named by whoever makes them
  const query = "SELECT type, fields FROM record_change WHERE auditOnly = 0 AND type <> 'Setting'";
  const found = await app
    .get(Transactions, { strict: false })
    .read(SYSTEM_CALLER, ({ em }) => em.query<{ type: string; fields: string }[]>(query))
    .catch(() => []);
  const undeclared = found.flatMap(({ type, fields }) =>
    Object.keys(JSON.parse(fields) as object)
      .filter((name) => !known.get(type)?.includes(name))
      .map((name) => `${type}.${name}`),
  );
  if (undeclared.length > 0) throw new Error(`Changes name what no filter accepts: ${[...new Set(undeclared)].join(', ')}.`);
}
