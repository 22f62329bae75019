import type { EntityManager, EntityTarget, FindOptionsWhere, ObjectLiteral } from 'typeorm';
import type { Count } from '../http';
import { sql, Sql, type SqlValue } from '../sql';
import { numberOf } from './rows';

/** The number of rows, counted up to `most` + 1. @param found from FROM on */
export const countCapped = async (em: EntityManager, found: Sql, most: number): Promise<Count> => ({
  counted: await numberOf(em, sql`SELECT COUNT(*) FROM (SELECT 1 AS one ${found} LIMIT ${most + 1}) counted`),
  most,
});

/** The same of the rows of a table. */
export async function countEntities<T extends ObjectLiteral>(
  em: EntityManager,
  table: EntityTarget<T>,
  where: FindOptionsWhere<T>,
  most: number,
): Promise<Count> {
  const matching = em.createQueryBuilder(table, 'counting').setFindOptions({ where }).select('1', 'one');
  const [text, params] = matching.limit(most + 1).getQueryAndParameters();
  return { counted: await numberOf(em, new Sql(`SELECT COUNT(*) FROM (${text}) counted`, params as SqlValue[])), most };
}
