import type { EntityManager } from 'typeorm';
import { sql, Sql } from '../query';
import { INSERT_IF_ABSENT } from './dialect';
import { execute } from './rows';

/** Has others who name the same wait until this unit of work ends: for what depends on rows that are not there yet. */
export async function lockName(em: EntityManager, name: string): Promise<void> {
  const known = await execute(em, sql`UPDATE counter SET value = value + 1 WHERE name = ${name}`);
  if (known === 0) await execute(em, sql`${new Sql(INSERT_IF_ABSENT)} counter (name, value) VALUES (${name}, 1)`);
}
