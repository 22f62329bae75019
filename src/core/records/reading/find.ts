import { rows } from '../../database/rows';
import type { View } from '../../database/transactions';
import type { RecordType } from '../../fields/record-type';
import { select } from '../../query';
import { Sql } from '../../sql';
import { readResponses } from './reader';
import { readBodies, type Body } from './response-text';
import type { RecordResponse } from './mapper';
import { sharedRead } from './shared-read';
import { notFound } from '../writing/stored';

/** The complete response for one record. Deleted records are found; records outside the caller's divisions are not. @throws NotFound */
export async function findResponse(view: View, type: RecordType, id: number): Promise<RecordResponse> {
  await checkInScope(view, type, id);
  const [answer] = await readResponses(view, type, [id]);
  return answer ?? notFound(type, id);
}

/** The same as it is sent. @throws NotFound */
export async function findBody(view: View, type: RecordType, id: number): Promise<Body> {
  await checkInScope(view, type, id);
  return (await sharedRead(view, type.name, id, (shared, ids) => bodiesByID(shared, type, ids))) ?? notFound(type, id);
}

const bodiesByID = async (view: View, type: RecordType, ids: readonly number[]): Promise<Map<number, Body>> =>
  new Map((await readBodies(view, type, ids)).map((body) => [Number('id' in body && body.id), body]));

/**
 * For a record that is loaded afterwards anyway: no query for callers who see every division. @throws NotFound when the
 * record is outside the caller's divisions
 */
export async function checkInScope(view: View, type: RecordType, id: number): Promise<void> {
  if (type.divisions !== undefined && view.caller.scope.divisions !== 'all') await checkVisible(view, type, id);
}

/** @throws NotFound when the record does not exist or the caller may not see it */
export async function checkVisible({ em, caller, now, types }: View, type: RecordType, id: number): Promise<void> {
  const { from, where, params } = select(type, {
    types,
    scope: caller.scope,
    now,
    timeZone: 'UTC',
    includeDeleted: true,
    extraConditions: (record) => [new Sql(`${record.column('id').text} = ?`, [id])],
  });
  const found = await rows(em, new Sql(`SELECT 1 FROM ${from} WHERE ${where}`, params));
  if (found.length === 0) notFound(type, id);
}
