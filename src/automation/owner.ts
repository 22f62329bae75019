import type { EntityManager } from 'typeorm';
import { requireDivisions, SYSTEM_CALLER, type Caller } from '../core/callers';
import type { View } from '../core/database';
import { accessOfUser } from '../users';
import type { Automation } from './automation.entity';

/** As whom an automation acts at this moment. */
export interface Owner {
  readonly caller: Caller;
  /** Why it may not act, as a clause: "its user …". */
  readonly obstacle?: string;
}

/** The user of an automation, with the rights and divisions that the user has now. */
export async function ownerOf(em: EntityManager, { userId, name }: Pick<Automation, 'userId' | 'name'>): Promise<Owner> {
  const userID = userId ?? SYSTEM_CALLER.userID;
  const { name: userName, canAuthenticate, divisions, scopes } = await accessOfUser(em, userID);
  const caller: Caller = { userID, name: name ?? '', scope: { divisions }, scopes };
  const who = `its user ${userName ?? userID}`;
  if (!canAuthenticate) return { caller, obstacle: `${who} is no longer active` };
  if (!scopes.has('automation:write')) return { caller, obstacle: `${who} lacks the scope automation:write` };
  return { caller };
}

/** @throws Forbidden if its user sees divisions that the caller does not see: what it does and shows would be more than is the caller's */
export async function requireOwnersDivisions({ em, caller }: View, automation: Automation): Promise<void> {
  if (caller.scope.divisions === 'all') return;
  requireDivisions(caller, (await ownerOf(em, automation)).caller.scope.divisions, 'An automation of this user');
}
