import type { EntityManager } from 'typeorm';
import { typesOf } from '../../core/database';
import { InvalidRequest } from '../../core/problems';
import { lockedRows } from '../../core/records';
import { sql } from '../../core/sql';
import type { Activity } from '../activity.entity';

/**
 * Locks the ancestors, so that no two transactions can close a loop together.
 * @throws InvalidRequest when the activity would follow up on itself, directly or indirectly
 */
export async function refuseLoop(em: EntityManager, { id, parentID }: Activity): Promise<void> {
  const visited = new Set<number>();
  for (let ancestor = parentID; ancestor !== null && !visited.has(ancestor); ancestor = await parentOf(em, ancestor)) {
    if (ancestor === id)
      throw InvalidRequest.because([{ pointer: '/parentID', detail: 'must not be the activity itself or one that follows up on it' }]);
    visited.add(ancestor);
  }
}

async function parentOf(em: EntityManager, id: number): Promise<number | null> {
  const [[, parentID = null] = []] = await lockedRows(
    em,
    typesOf(em).named('Activity'),
    sql`SELECT id, parentID FROM activity WHERE id = ${id}`,
  );
  return parentID as number | null;
}
