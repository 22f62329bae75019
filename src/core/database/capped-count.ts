import type { EntityManager, EntityTarget, FindOptionsWhere, ObjectLiteral } from 'typeorm';
import { COUNT_LIMIT } from '../http';
import { sql, Sql, type SqlValue } from '../sql';
import { numberOf } from './rows';

/** The number of rows, counted up to {@link COUNT_LIMIT} + 1: no response tells more. @param found from FROM on */
export const countCapped = (em: EntityManager, found: Sql): Promise<number> =>
  numberOf(em, sql`SELECT COUNT(*) FROM (SELECT 1 AS one ${found} LIMIT ${COUNT_LIMIT + 1}) counted`);

/** The same of the rows of a table. */
export function countEntities<T extends ObjectLiteral>(
  em: EntityManager,
  table: EntityTarget<T>,
  where: FindOptionsWhere<T>,
): Promise<number> {
  const matching = em.createQueryBuilder(table, 'counting').setFindOptions({ where }).select('1', 'one');
  const [text, params] = matching.limit(COUNT_LIMIT + 1).getQueryAndParameters();
  return numberOf(em, new Sql(`SELECT COUNT(*) FROM (${text}) counted`, params as SqlValue[]));
}
