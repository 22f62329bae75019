import type { Unit } from '../../database';
import { rows } from '../../database/rows';
import { identifier, sql } from '../../query';
import { ownerFieldOf } from '../actions/key-fields';
import type { Assignee } from '../actions/params';
import { CannotAct } from './cannot-act';
import type { Target } from './target';

/** The id of the user who is meant; where a record has no owner, the rule's user. */
export async function userMeant({ em, caller }: Unit, { type, id }: Target, who: Assignee): Promise<number> {
  if (who === 'me') return caller.userID;
  if (who !== 'owner') return who;
  const owner = ownerFieldOf(type);
  if (!owner) return caller.userID;
  const [[userID] = []] = await rows(em, sql`SELECT ${identifier(owner.name)} FROM ${identifier(type.table)} WHERE id = ${id}`);
  return typeof userID === 'number' ? userID : caller.userID;
}

/** The address of a user, if there is one and the user is at work. @throws CannotAct when there is no such user */
export async function addressOf({ em }: Unit, userID: number): Promise<string | undefined> {
  const [[email, isActive] = []] = await rows(em, sql`SELECT email, isActive FROM user WHERE id = ${userID} AND deleted = 0`);
  if (isActive === undefined) throw new CannotAct(`The user ${userID} is no longer there.`);
  return isActive && typeof email === 'string' && email !== '' ? email : undefined;
}
