import type { Transaction } from '../../core/database';
import { rows } from '../../core/database/rows';
import { change, lockedRows } from '../../core/records';
import { identifier, sql, values } from '../../core/sql';
import { ClientStatus, INACTIVE_CLIENT } from '../../core/terms/numbers';

/**
 * Clients who get work are no longer inactive. They are locked, so that none is deleted or deactivated at the same moment.
 * @returns those who are deleted, who must not get any
 */
export async function putToWork(transaction: Transaction, clientIDs: readonly (number | null)[]): Promise<ReadonlySet<number | null>> {
  const ids = [...new Set(clientIDs)].filter((id) => id !== null);
  if (ids.length === 0) return new Set();
  const client = transaction.types.named('Client');
  const query = sql`SELECT id, statusID, deleted FROM ${identifier(client.table)} WHERE id IN (${values(ids)}) ORDER BY id`;
  const found = (await lockedRows(transaction.em, client, query)) as [number, unknown, unknown][];
  for (const [id, statusID, deleted] of found)
    if (!deleted && INACTIVE_CLIENT.includes(Number(statusID))) await change(transaction, client, id, { statusID: ClientStatus.Active });
  return new Set(found.flatMap(([id, , deleted]) => (deleted ? [id] : [])));
}

/** Is the client of a job or placement deleted? */
export async function isOfDeletedClient({ em, types }: Transaction, { clientID }: { readonly clientID: number | null }): Promise<boolean> {
  const client = identifier(types.named('Client').table);
  return (await rows(em, sql`SELECT 1 FROM ${client} WHERE id = ${clientID ?? 0} AND deleted = 1`)).length > 0;
}
