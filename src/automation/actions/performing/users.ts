import type { Transaction } from '../../../core/database';
import { rows } from '../../../core/database/rows';
import { identifier, sql, values } from '../../../core/sql';
import { addressesOfUsers } from '../../../users';
import { ownerFieldOf } from '../fields';
import type { Assignee } from '../params/user';
import type { RecordAndTarget } from './action-context';
import { ActionFailed } from './action-errors';
import { forEach } from './one-or-many';
import type { Target } from './target';

/** The id of the user who is meant, for each of some targets of one type; where a record has no owner, the rule's user. */
export async function resolveUsers(
  { em, caller }: Transaction,
  subjects: readonly Pick<RecordAndTarget, 'target'>[],
  assignee: Assignee,
): Promise<number[]> {
  const owners =
    assignee === 'owner'
      ? await ownersOf(
          em,
          subjects.map(({ target }) => target),
        )
      : new Map<number, number>();
  const other = typeof assignee === 'number' ? assignee : caller.userID;
  return subjects.map(({ target }) => owners.get(target.id) ?? other);
}

/**
 * The users who are given work. An owner who is no longer active is replaced by the rule's user.
 * @param userIDs in the order of the records @throws FailedRecords with those whose user is named by the rule, and not active
 */
export async function activeUsers(
  { em, caller }: Transaction,
  subjects: readonly RecordAndTarget[],
  userIDs: readonly number[],
  assignee: Assignee,
): Promise<number[]> {
  const users = await addressesOfUsers(em, userIDs);
  return forEach(subjects, (_, index) => {
    const userID = userIDs[index]!;
    if (users.get(userID)?.isActive) return userID;
    if (assignee === 'owner') return caller.userID;
    throw new ActionFailed(`The user ${userID} is not active.`);
  });
}

/** The owners of records of one type, by the ids of those that have one. */
async function ownersOf(em: Transaction['em'], targets: readonly Target[]): Promise<ReadonlyMap<number, number>> {
  const type = targets[0]?.type;
  const owner = type && ownerFieldOf(type);
  if (!owner) return new Map();
  const ids = targets.map(({ id }) => id);
  const found = await rows(em, sql`SELECT id, ${identifier(owner.name)} FROM ${identifier(type.table)} WHERE id IN (${values(ids)})`);
  return new Map(found.filter(([, userID]) => typeof userID === 'number') as [number, number][]);
}

/**
 * The address of the user of each record, if there is one and the user is at work. @param userIDs in the order of the records
 * @throws FailedRecords with those whose user does not exist any more
 */
export async function emailsOfUsers(
  { em }: Transaction,
  subjects: readonly RecordAndTarget[],
  userIDs: readonly number[],
): Promise<(string | undefined)[]> {
  const users = await addressesOfUsers(em, userIDs);
  return forEach(subjects, (_, index) => {
    const user = users.get(userIDs[index]!);
    if (!user) throw new ActionFailed(`The user ${userIDs[index]} no longer exists.`);
    return (user.isActive && user.email) || undefined;
  });
}
