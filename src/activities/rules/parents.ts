import type { EntityManager } from 'typeorm';
import { FOR_UPDATE } from '../../database/dialect';
import { rows } from '../../database/rows';
import { InvalidRequest } from '../../http';
import { Sql, sql } from '../../query';
import type { Activity } from '../activity.entity';

/**
 * Activities follow up one another in a line. Those above are locked, so that no two units close a circle together.
 * @throws InvalidRequest when it would follow up itself, at once or by way of others
 */
export async function refuseCircle(em: EntityManager, { id, parentID }: Activity): Promise<void> {
  const passed = new Set<number>();
  for (let above = parentID; above !== null && !passed.has(above); above = await parentOf(em, above)) {
    if (above === id)
      throw InvalidRequest.because([{ pointer: '/parentID', detail: 'must not be the activity itself or one that follows it up' }]);
    passed.add(above);
  }
}

async function parentOf(em: EntityManager, id: number): Promise<number | null> {
  const [[parentID = null] = []] = await rows(em, sql`SELECT parentID FROM activity WHERE id = ${id}${new Sql(FOR_UPDATE)}`);
  return parentID as number | null;
}
