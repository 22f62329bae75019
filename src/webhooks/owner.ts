import type { EntityManager } from 'typeorm';
import { requireDivisions, SYSTEM_CALLER, type Caller } from '../core/callers';
import type { View } from '../core/database/transactions';
import { accessOfUser } from '../users';
import type { Webhook } from './webhook.entity';

/** As whom a webhook reads the changes at this moment. */
export interface Owner {
  readonly caller: Caller;
  /** Why it may not, as a clause: "its user …". */
  readonly obstacle?: string;
}

/** The user of a webhook, with the rights and divisions that the user has now. */
export async function ownerOf(em: EntityManager, { userID, name }: Pick<Webhook, 'userID' | 'name'>): Promise<Owner> {
  const id = userID ?? SYSTEM_CALLER.userID;
  const { name: userName, canAuthenticate, divisions, scopes } = await accessOfUser(em, id);
  const caller: Caller = { userID: id, name: name ?? '', scope: { divisions }, scopes };
  const who = `its user ${userName ?? id}`;
  if (!canAuthenticate) return { caller, obstacle: `${who} is no longer active` };
  if (!scopes.has('changes:read')) return { caller, obstacle: `${who} lacks the scope changes:read` };
  return { caller };
}

/** @throws Forbidden if its user sees divisions that the caller does not see: what it is told would be more than is the caller's */
export async function requireOwnersDivisions({ em, caller }: View, webhook: Pick<Webhook, 'userID' | 'name'>): Promise<void> {
  if (caller.scope.divisions === 'all') return;
  requireDivisions(caller, (await ownerOf(em, webhook)).caller.scope.divisions, 'A webhook of this user');
}
