import type { EntityManager } from 'typeorm';
import type { Unit } from '../database';
import { rows } from '../database/rows';
import { sql } from '../query';
import { add, blank, load, save } from '../records';
import { activities } from './activities.records';
import { Activity } from './activity.entity';

/** A record that shows itself as one activity: an interview, the submission of an application, a placement. */
export interface Mirrored {
  readonly category: number;
  readonly entityId: number;
}

/** Makes the activity of a record show it as it is now; of a record that has nothing to show (undefined) there is none. */
export async function mirror(unit: Unit, mirrored: Mirrored, shown: Partial<Activity> | undefined): Promise<void> {
  const known = await activityOf(unit.em, mirrored);
  if (!known && !shown) return;
  const after = Object.assign(
    new Activity(),
    known ?? { ...blank(activities), ...mirrored, typeID: mirrored.category },
    shown ?? { deleted: true },
  );
  if (known) await save(unit, activities, known, after);
  else await add(unit, activities, after);
}

async function activityOf(em: EntityManager, { category, entityId }: Mirrored): Promise<Activity | undefined> {
  const [[id] = []] = await rows(
    em,
    sql`SELECT a.id FROM activity a WHERE a.category = ${category} AND a.entityId = ${entityId} ORDER BY a.id LIMIT 1`,
  );
  return typeof id === 'number' ? load(em, activities, id) : undefined;
}
