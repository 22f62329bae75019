import type { Transaction } from '../../../core/database';
import { rows } from '../../../core/database/rows';
import { identifier, sql } from '../../../core/sql';
import { addressOfUser } from '../../../users';
import { ownerFieldOf } from '../fields';
import type { Assignee } from '../params/user';
import { ActionFailed } from './action-errors';
import type { Target } from './target';

/** The id of the user who is meant; where a record has no owner, the rule's user. */
export async function resolveUser({ em, caller }: Transaction, { type, id }: Target, assignee: Assignee): Promise<number> {
  if (assignee === 'me') return caller.userID;
  if (assignee !== 'owner') return assignee;
  const owner = ownerFieldOf(type);
  if (!owner) return caller.userID;
  const [[userID] = []] = await rows(em, sql`SELECT ${identifier(owner.name)} FROM ${identifier(type.table)} WHERE id = ${id}`);
  return typeof userID === 'number' ? userID : caller.userID;
}

/** The address of a user, if there is one and the user is at work. @throws ActionFailed when there is no such user */
export async function emailOfUser({ em }: Transaction, userID: number): Promise<string | undefined> {
  const user = await addressOfUser(em, userID);
  if (!user) throw new ActionFailed(`The user ${userID} no longer exists.`);
  return (user.isActive && user.email) || undefined;
}
