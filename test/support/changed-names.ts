import type { INestApplicationContext } from '@nestjs/common';

/**
 * Every name in the changes that a test has made is one that filters of the feed and webhooks accept: a stored field, or one of the
 * `changedParts` of its type. A database that a test has made unreadable is not checked. @throws Error with the names that are missing
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
