import type { EntityManager } from 'typeorm';
import { sql } from '../sql';
import { orSet } from '../sql/dialect';
import { execute } from './rows';

/** Locks a name of at most 40 characters until the transaction ends, on every node: for rules about rows that do not exist yet. */
export const lockName = async (em: EntityManager, name: string): Promise<void> =>
  void (await execute(em, sql`INSERT INTO counter (name, value) VALUES (${name}, 1)${orSet(['name'], sql`value = value + 1`)}`));
