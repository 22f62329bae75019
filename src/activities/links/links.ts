import type { EntityManager } from 'typeorm';
import type { FieldChanges } from '../../core/changes';
import type { Transaction, View } from '../../core/database';
import { execute, rows } from '../../core/database/rows';
import { InvalidRequest, type ValidationError } from '../../core/problems';
import { sql } from '../../core/sql';
import { displayName, values, visibleIds, type RecordResponse } from '../../core/records';
import { PARTIES, type Party } from '../activity.entity';
import { deleteUnusedLinks, storeLinks } from './main-records';

/** The field with the linked ids of each kind of record. */
export const LINKED_LISTS = {
  Candidate: 'linkedCandidates',
  Contact: 'linkedContacts',
  Client: 'linkedClients',
  Job: 'linkedJobIds',
  Opportunity: 'linkedOpportunities',
  Placement: 'linkedPlacements',
} as const satisfies Record<Party, string>;

/** The lists in a request: absent = unchanged, null = cleared. */
export type LinkedLists = Partial<Record<(typeof LINKED_LISTS)[Party], readonly number[] | null>>;

/** Adds the six lists of linked ids to activities, each in ascending order. */
export async function withLinks({ em }: View, answers: readonly RecordResponse[]): Promise<RecordResponse[]> {
  if (answers.length === 0) return [];
  const ids = answers.map(({ id }) => id as number);
  const links = await rows(
    em,
    sql`SELECT activityID, kind, recordID FROM activity_link WHERE isLinked = 1 AND activityID IN (${values(ids)}) ORDER BY recordID`,
  );
  const lists = new Map<unknown, Lists>();
  for (const [activityID, kind, recordID] of links) {
    const own = lists.get(activityID) ?? emptyLists();
    lists.set(activityID, own);
    own[LINKED_LISTS[kind as Party]]?.push(recordID as number);
  }
  // most activities have no links, and share the lists that say so
  const none = emptyLists();
  // a spread would take five times as long
  return answers.map((answer) => Object.assign(answer, lists.get(answer['id']) ?? none));
}

type Lists = Record<string, number[]>;

const emptyLists = (): Lists => Object.fromEntries(Object.values(LINKED_LISTS).map((list) => [list, []]));

/** Replaces the lists in the body. @returns those that changed @throws InvalidRequest with every unknown id */
export async function replaceLinks(transaction: Transaction, activityID: number, lists: LinkedLists): Promise<FieldChanges> {
  const changes: Record<string, readonly [number[], number[]]> = {};
  const errors: ValidationError[] = [];
  const { em } = transaction;
  for (const kind of PARTIES) {
    const sent = lists[LINKED_LISTS[kind]];
    if (sent === undefined) continue;
    const [before, after] = [await linkedTo(em, activityID, kind), [...new Set(sent ?? [])].sort((one, other) => one - other)];
    errors.push(...(await validateIds(transaction, kind, sent ?? [], before)));
    if (errors.length > 0 || before.join() === after.join()) continue;
    await relink(em, activityID, kind, before, after);
    changes[LINKED_LISTS[kind]] = [before, after];
  }
  if (errors.length > 0) throw InvalidRequest.because(errors);
  return changes;
}

/** The ids in a list of an activity, ascending. */
export async function linkedTo(em: EntityManager, activityID: number, kind: Party): Promise<number[]> {
  const found = await rows(
    em,
    sql`SELECT recordID FROM activity_link WHERE activityID = ${activityID} AND kind = ${kind} AND isLinked = 1 ORDER BY recordID`,
  );
  return found.map(([recordID]) => recordID as number);
}

/** Reports unknown ids. Ids linked before are accepted: their records may have been deleted since. */
async function validateIds(view: View, kind: Party, sent: readonly number[], before: readonly number[]): Promise<ValidationError[]> {
  const type = view.types.named(kind);
  const known = new Set([...before, ...(await visibleIds(view, type, sent))]);
  return sent.flatMap((id, index) =>
    known.has(id) ? [] : [{ pointer: `/${LINKED_LISTS[kind]}/${index}`, detail: `must be the id of an existing ${displayName(type)}` }],
  );
}

async function relink(
  em: EntityManager,
  activityID: number,
  kind: Party,
  before: readonly number[],
  after: readonly number[],
): Promise<void> {
  const removed = before.filter((id) => !after.includes(id));
  if (removed.length > 0)
    await execute(
      em,
      sql`UPDATE activity_link SET isLinked = 0 WHERE activityID = ${activityID} AND kind = ${kind} AND recordID IN (${values(removed)})`,
    );
  const added = after.filter((id) => !before.includes(id));
  await storeLinks(
    em,
    added.map((id) => [activityID, kind, id]),
    'isLinked',
  );
  await deleteUnusedLinks(em, [activityID]);
}
