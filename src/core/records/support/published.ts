import type { Transaction } from '../../database';
import { execute, rows } from '../../database/rows';
import { sql } from '../../sql';

/** The changes that a transaction has published since it was last asked. */
export async function published({ em }: Transaction): Promise<object[]> {
  const found = await rows(em, sql`SELECT type, recordID, action, version, events, fields, concerned FROM record_change ORDER BY id`);
  await execute(em, sql`DELETE FROM record_change`);
  return found.map(([type, recordID, action, version, ...texts]) => {
    const [events, fields, concerned] = texts.map((text) => JSON.parse(text as string) as unknown);
    return { type, recordID, action, version, events, fields, concerned };
  });
}
