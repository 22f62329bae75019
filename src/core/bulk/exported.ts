import type { View } from '../database';
import { rows } from '../database/rows';
import { readResponses, type RecordResponse } from '../records';
import { identifier, sql, values } from '../sql';
import { cellOfList } from './assigned';
import { hiddenOwner, type BulkType } from './columns';

/** Records as GET returns them, and what it does not show of their owners and tags. */
export async function readExported(view: View, bulkType: BulkType, ids: readonly number[]): Promise<RecordResponse[]> {
  const responses = await readResponses(view, bulkType.type, ids);
  const owners = await ownersOf(view, bulkType, ids);
  const tags = await bulkType.tags?.read(view, ids);
  const owner = hiddenOwner(bulkType);
  // added to the responses themselves: copies of 200 fields are most of the work of the garbage collector
  for (const response of responses) {
    const id = response['id'] as number;
    if (owner !== undefined) response[owner] = owners.get(id) ?? 0;
    if (tags !== undefined) response['tags'] = cellOfList((tags.get(id) ?? []).map(({ tag }) => tag));
  }
  return responses;
}

async function ownersOf({ em }: View, bulkType: BulkType, ids: readonly number[]): Promise<ReadonlyMap<number, number | null>> {
  const owner = hiddenOwner(bulkType);
  if (owner === undefined || ids.length === 0) return new Map();
  const found = await rows(em, sql`SELECT id, ${identifier(owner)} FROM ${identifier(bulkType.type.table)} WHERE id IN (${values(ids)})`);
  return new Map(found as [number, number | null][]);
}
