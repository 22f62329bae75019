import type { EntityManager } from 'typeorm';
import { rows } from '../core/database/rows';
import { Sql, sql, values } from '../core/sql';
import type { User } from './user.entity';

/** A JOIN of the user with such an id, under an alias that gives `name`, `isActive` and `deleted`. */
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
