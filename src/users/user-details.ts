import type { EntityManager } from 'typeorm';
import { rows } from '../core/database/rows';
import { Sql, sql } from '../core/sql';
import type { User } from './user.entity';

/** A JOIN of the user with such an id, under an alias that gives the `name`. */
export const joinUser = (alias: string, id: string): Sql => new Sql(`JOIN user ${alias} ON ${alias}.id = ${id}`);

/** Where a user is reached; undefined when there is no such user, or no longer. */
export async function addressOfUser(em: EntityManager, id: number): Promise<Pick<User, 'email' | 'isActive'> | undefined> {
  const [found] = await rows(em, sql`SELECT email, isActive FROM user WHERE id = ${id} AND deleted = 0`);
  return found && { email: found[0] as string | null, isActive: Boolean(found[1]) };
}
