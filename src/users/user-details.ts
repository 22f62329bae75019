import type { EntityManager } from 'typeorm';
import { divisionsOfText, type Divisions } from '../core/callers';
import { rows } from '../core/database/rows';
import { Sql, sql, values } from '../core/sql';
import type { RoleScope } from '../core/terms/role-scopes';
import { joinRole, scopesOf, type StoredScopes } from './roles/role-scopes';
import type { User } from './user.entity';

/** A JOIN of the user with such an id, under an alias that gives `name`, `isActive`, `deleted` and `divisionText`. */
export const joinUser = (alias: string, id: string): Sql => new Sql(`JOIN user ${alias} ON ${alias}.id = ${id}`);

/** Where users are reached, by their ids; those that do not exist, or no longer, are left out. */
export async function addressesOfUsers(
  em: EntityManager,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Pick<User, 'email' | 'isActive'>>> {
  const distinct = [...new Set(ids)];
  if (distinct.length === 0) return new Map();
  const found = await rows(em, sql`SELECT id, email, isActive FROM user WHERE id IN (${values(distinct)}) AND deleted = 0`);
  return new Map(found.map(([id, email, isActive]) => [id as number, { email: email as string | null, isActive: Boolean(isActive) }]));
}

/** What a user may do and see at this moment. */
export interface UserAccess {
  readonly name: string | null;
  readonly canAuthenticate: boolean;
  /** The name of the role. */
  readonly role: string | null;
  readonly divisions: Divisions;
  readonly scopes: ReadonlySet<RoleScope>;
}

/** Nothing if there is no such user. */
export async function accessOfUser(em: EntityManager, userID: number): Promise<UserAccess> {
  const [found] = await rows(
    em,
    sql`SELECT u.name, u.isActive, u.deleted, u.divisionText, r.name, r.code, r.scopeText FROM user u ${joinRole('r', 'u.roleID')} WHERE u.id = ${userID}`,
  );
  if (!found) return { name: null, canAuthenticate: false, role: null, divisions: [], scopes: new Set() };
  const [name, isActive, deleted, divisions, role, code, scopeText] = found as (string | null)[];
  return {
    name: name ?? null,
    canAuthenticate: Boolean(isActive) && !deleted,
    role: role ?? null,
    divisions: divisionsOfText(divisions ?? null),
    scopes: scopesOf({ code: code ?? null, scopeText: scopeText ?? null }),
  };
}

/** The ids of the active users who may administer. */
export async function administrators(em: EntityManager): Promise<number[]> {
  const found = await rows(
    em,
    sql`SELECT u.id, r.code, r.scopeText FROM user u ${joinRole('r', 'u.roleID')} WHERE u.isActive = 1 AND u.deleted = 0 ORDER BY u.id`,
  );
  return found
    .filter(([, code, scopeText]) => scopesOf({ code, scopeText } as StoredScopes).has('administration'))
    .map(([id]) => id as number);
}
