import type { View } from '../database';
import { rows } from '../database/rows';
import { readResponses, type RecordResponse } from '../records';
import { identifier, sql, values } from '../sql';
import { cellOfList } from './assigned';
import { hiddenOwner, type BulkType } from './columns';

/** A record as GET returns it, and its owner and tags where GET does not show them. */
export interface Exported {
  readonly response: RecordResponse;
  /** The owner and the tags. Not added to the response: V8 turns one of more than 128 members into a dictionary when it grows. */
  readonly assigned: RecordResponse;
}

/** The records with these ids that exist, in their order. */
export async function readExported(view: View, bulkType: BulkType, ids: readonly number[]): Promise<Exported[]> {
  const responses = await readResponses(view, bulkType.type, ids);
  const owners = await ownersOf(view, bulkType, ids);
  const tags = await bulkType.tags?.read(view, ids);
  const owner = hiddenOwner(bulkType);
  return responses.map((response) => {
    const id = response['id'] as number;
    const assigned: RecordResponse = {};
    if (owner !== undefined) assigned[owner] = owners.get(id) ?? 0;
    if (tags !== undefined) assigned['tags'] = cellOfList((tags.get(id) ?? []).map(({ tag }) => tag));
    return { response, assigned };
  });
}

/** The value of a column. */
export const valueIn = ({ response, assigned }: Exported, column: string): unknown =>
  column in assigned ? assigned[column] : response[column];

async function ownersOf({ em }: View, bulkType: BulkType, ids: readonly number[]): Promise<ReadonlyMap<number, number | null>> {
  const owner = hiddenOwner(bulkType);
  if (owner === undefined || ids.length === 0) return new Map();
  const found = await rows(em, sql`SELECT id, ${identifier(owner)} FROM ${identifier(bulkType.type.table)} WHERE id IN (${values(ids)})`);
  return new Map(found as [number, number | null][]);
}
