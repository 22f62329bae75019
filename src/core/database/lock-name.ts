import type { EntityManager } from 'typeorm';
import { sql, Sql } from '../sql';
import { INSERT_IF_ABSENT } from '../sql/dialect';
import { execute } from './rows';

/** Locks a name until the transaction ends: for rules about rows that do not exist yet. */
export async function lockName(em: EntityManager, name: string): Promise<void> {
  const known = await execute(em, sql`UPDATE counter SET value = value + 1 WHERE name = ${name}`);
  if (known === 0) await execute(em, sql`${new Sql(INSERT_IF_ABSENT)} counter (name, value) VALUES (${name}, 1)`);
}
