import type { EntityManager } from 'typeorm';
import type { Rights } from '../core/callers';
import { rows } from '../core/database/rows';
import { Sql, sql } from '../core/sql';
import type { RoleScope } from '../core/terms/role-scopes';
import { joinRole, joinUser, scopesOf } from '../users';
import type { ApiKey } from './api-key.entity';

/** The columns of a user's role and a key's role, which {@link rightsOf} takes. */
export const RIGHTS = new Sql('ur.name, ur.code, ur.scopeText, kr.id, kr.name, kr.code, kr.scopeText');

/** JOINs of both, by SQL of their ids. */
export const joinRoles = (ofUser: string, ofKey: string): Sql => sql`${joinRole('ur', ofUser)} ${joinRole('kr', ofKey)}`;

type Text = string | null;

/** @param isNarrowed whether the key has a role: one that has been deleted allows nothing */
export function rightsOf(cells: readonly unknown[], isNarrowed: boolean): Rights {
  const [name, code, scopeText, keyRoleID, keyRole, keyCode, keyText] = cells as [Text, Text, Text, number | null, Text, Text, Text];
  const ofUser = scopesOf({ code, scopeText });
  if (!isNarrowed) return { role: name ?? '', scopes: ofUser };
  const ofKey = keyRoleID === null ? new Set<RoleScope>() : scopesOf({ code: keyCode, scopeText: keyText });
  return { role: keyRole ?? '', scopes: new Set([...ofUser].filter((scope) => ofKey.has(scope))) };
}

/** What a key of this user with this role allows. */
export async function rightsOfKey(em: EntityManager, { userID, roleID }: Pick<ApiKey, 'userID' | 'roleID'>): Promise<Rights> {
  const key = sql`(SELECT ${userID} AS userID, ${roleID ?? 0} AS roleID) k`;
  const [found = []] = await rows(em, sql`SELECT ${RIGHTS} FROM ${key} ${joinUser('u', 'k.userID')} ${joinRoles('u.roleID', 'k.roleID')}`);
  return rightsOf(found, roleID !== null);
}
