import type { EntityManager } from 'typeorm';
import { rows } from '../../core/database/rows';
import { Sql, sql, values } from '../../core/sql';
import { isRoleScope, READY_MADE_ROLES, type RoleScope } from '../../core/terms/role-scopes';

/** Of a role: what its scopes follow from. */
export interface StoredScopes {
  readonly code: string | null;
  readonly scopeText: string | null;
}

const NONE: ReadonlySet<RoleScope> = new Set();

/** Scopes that no longer exist are left out. */
export function scopesOf({ code, scopeText }: StoredScopes): ReadonlySet<RoleScope> {
  if (code !== null) return READY_MADE_ROLES[code] ?? NONE;
  return scopeText === null ? NONE : new Set(scopeText.split(' ').filter(isRoleScope));
}

/** A JOIN of the role with such an id, if there is one, under an alias that gives `name`, `code` and `scopeText`. */
export const joinRole = (alias: string, id: string): Sql =>
  new Sql(`LEFT JOIN role ${alias} ON ${alias}.id = ${id} AND ${alias}.deleted = 0`);

/** The scopes of roles, by their ids; those that do not exist, or no longer, are left out. */
export async function scopesOfRoles(em: EntityManager, ids: readonly number[]): Promise<ReadonlyMap<number, ReadonlySet<RoleScope>>> {
  const found = await rows(em, sql`SELECT id, code, scopeText FROM role WHERE id IN (${values(ids)}) AND deleted = 0`);
  return new Map(
    found.map(([id, code, text]) => [id as number, scopesOf({ code: code as string | null, scopeText: text as string | null })]),
  );
}
