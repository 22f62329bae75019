import type { EntityManager } from 'typeorm';
import { requireDivisions, requireScopes, SYSTEM_CALLER, type Caller } from '../core/callers';
import type { View } from '../core/database';
import { accessOfUser } from '../users';
import type { Automation } from './automation.entity';
import { eventOf } from './catalogue/events';
import { scopesFor } from './catalogue/modules';

type Acting = Pick<Automation, 'userId' | 'name' | 'eventID'>;

/** As whom an automation acts at this moment. */
export interface Owner {
  readonly caller: Caller;
  /** Why it may not act, as a clause: "its user …". */
  readonly obstacle?: string;
}

/** The user of an automation, with the rights and divisions that the user has now. */
export async function ownerOf(em: EntityManager, { userId, name, eventID }: Acting): Promise<Owner> {
  const userID = userId ?? SYSTEM_CALLER.userID;
  const { name: userName, canAuthenticate, divisions, scopes } = await accessOfUser(em, userID);
  const caller: Caller = { userID, name: name ?? '', scope: { divisions }, scopes };
  const who = `its user ${userName ?? userID}`;
  if (!canAuthenticate) return { caller, obstacle: `${who} is no longer active` };
  const lacking = ['automation:write' as const, ...scopesFor(eventOf(eventID)?.recordType)].find((scope) => !scopes.has(scope));
  return { caller, ...(lacking && { obstacle: `${who} lacks the scope ${lacking}` }) };
}

/** @throws MissingScope if the caller must not see records of the type through automations */
export const requireTypeScopes = (caller: Caller, recordType: string | undefined): void =>
  requireScopes(caller, scopesFor(recordType), 'An automation over these records');

/** @throws Forbidden if what it does and shows is more than the caller may see: other records, or those of more divisions */
export async function requireOwnersRights({ em, caller }: View, automation: Automation): Promise<void> {
  requireTypeScopes(caller, eventOf(automation.eventID)?.recordType);
  if (caller.scope.divisions === 'all') return;
  requireDivisions(caller, (await ownerOf(em, automation)).caller.scope.divisions, 'An automation of this user');
}
