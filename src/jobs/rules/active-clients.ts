import type { Transaction } from '../../core/database';
import { rows } from '../../core/database/rows';
import { change, lockedRows } from '../../core/records';
import { identifier, sql, values } from '../../core/sql';
import { ClientStatus, INACTIVE_CLIENT } from '../../core/terms/numbers';

/**
 * Activates those of the clients that are inactive. They are locked, so that none is deleted or deactivated at the same moment.
 * @returns the ids of those that are deleted
 */
export async function activateClients(
  transaction: Transaction,
  clientIDs: readonly (number | null)[],
): Promise<ReadonlySet<number | null>> {
  const ids = [...new Set(clientIDs)].filter((id) => id !== null);
  if (ids.length === 0) return new Set();
  const client = transaction.types.named('Client');
  const query = sql`SELECT id, statusID, deleted FROM ${identifier(client.table)} WHERE id IN (${values(ids)}) ORDER BY id`;
  const found = (await lockedRows(transaction.em, client, query)) as [number, unknown, unknown][];
  for (const [id, statusID, deleted] of found)
    if (!deleted && INACTIVE_CLIENT.includes(Number(statusID))) await change(transaction, client, id, { statusID: ClientStatus.Active });
  return new Set(found.flatMap(([id, , deleted]) => (deleted ? [id] : [])));
}

/** The ids of those of the clients that are deleted. */
export async function deletedClients(
  { em, types }: Transaction,
  clientIDs: readonly (number | null)[],
): Promise<ReadonlySet<number | null>> {
  const ids = [...new Set(clientIDs)].filter((id) => id !== null);
  if (ids.length === 0) return new Set();
  const client = identifier(types.named('Client').table);
  const found = await rows(em, sql`SELECT id FROM ${client} WHERE id IN (${values(ids)}) AND deleted = 1`);
  return new Set(found.map(([id]) => Number(id)));
}
