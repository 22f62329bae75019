import { hiddenFields } from '../../callers';
import type { View } from '../../database/transactions';
import { visibleIds } from '../../database/visible-ids';
import type { RecordType } from '../../fields/record-type';
import { readResponses } from './reader';
import { readBodies, type Body } from './response-text';
import type { RecordResponse } from './mapper';
import { sharedRead } from './shared-read';
import { keyOf, type WantedFields } from './wanted-fields';
import { notFound } from '../writing/stored';

/** The complete response for one record. Deleted records are found; records outside the caller's divisions are not. @throws NotFound */
export async function findResponse(view: View, type: RecordType, id: number): Promise<RecordResponse> {
  await checkInScope(view, type, id);
  const [answer] = await readResponses(view, type, [id]);
  return answer ?? notFound(type, id);
}

/** The same as it is sent. @param wanted only these fields @throws NotFound */
export async function findBody(view: View, type: RecordType, id: number, wanted?: WantedFields): Promise<Body> {
  await checkInScope(view, type, id);
  const hidden = [type, ...hiddenFields(type, view.caller)].map(({ name }) => name).join();
  const kind = wanted === undefined ? hidden : `${hidden};${keyOf(wanted)}`;
  return (await sharedRead(view, kind, id, (shared, ids) => bodiesByID(shared, type, ids, wanted))) ?? notFound(type, id);
}

const bodiesByID = async (view: View, type: RecordType, ids: readonly number[], wanted?: WantedFields): Promise<Map<number, Body>> =>
  new Map((await readBodies(view, type, ids, wanted)).map((body) => [Number('id' in body && body.id), body]));

/**
 * For a record that is loaded afterwards anyway: no query for callers who see every division. @throws NotFound when the
 * record is outside the caller's divisions
 */
export async function checkInScope(view: View, type: RecordType, id: number): Promise<void> {
  if (type.divisions !== undefined && view.caller.scope.divisions !== 'all') await checkVisible(view, type, id);
}

/** @throws NotFound when the record does not exist or the caller may not see it */
export async function checkVisible(view: View, type: RecordType, id: number): Promise<void> {
  const found = await visibleIds(view, type, [id], { includeDeleted: true });
  if (found.length === 0) notFound(type, id);
}
