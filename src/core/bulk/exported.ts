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
  return responses.map((response) => {
    const id = response['id'] as number;
    return {
      ...response,
      ...(owner === undefined ? {} : { [owner]: owners.get(id) ?? 0 }),
      ...(tags === undefined ? {} : { tags: cellOfList((tags.get(id) ?? []).map(({ tag }) => tag)) }),
    };
  });
}

async function ownersOf({ em }: View, bulkType: BulkType, ids: readonly number[]): Promise<ReadonlyMap<number, number | null>> {
  const owner = hiddenOwner(bulkType);
  if (owner === undefined || ids.length === 0) return new Map();
  const found = await rows(em, sql`SELECT id, ${identifier(owner)} FROM ${identifier(bulkType.type.table)} WHERE id IN (${values(ids)})`);
  return new Map(found as [number, number | null][]);
}
