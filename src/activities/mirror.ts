import type { EntityManager } from 'typeorm';
import type { Unit } from '../database';
import { rows } from '../database/rows';
import { sql } from '../query';
import { concerned, insertRecord, load, refreshConcerned, saveRecord, stampCreated } from '../records';
import { activities } from './activities.records';
import { Activity } from './activity.entity';
import { linkMainRecords } from './main-records';

/** A record that shows itself as one activity: an interview, the submission of an application, a placement. */
export interface Mirrored {
  readonly category: number;
  readonly entityId: number;
}

/** Makes the activity of a record show it as it is now; of a record that has nothing to show (undefined) there is none. */
export async function mirror(unit: Unit, mirrored: Mirrored, shown: Partial<Activity> | undefined): Promise<void> {
  const { em } = unit;
  const known = await activityOf(em, mirrored);
  if (!known && !shown) return;
  const after = Object.assign(new Activity(), known ?? { ...mirrored, typeID: mirrored.category, duration: 0, deleted: false }, shown ?? { deleted: true });
  const before = known ? await concerned(em, activities, known.id) : undefined;
  if (known) await saveRecord(unit, activities, known, after);
  else after.id = await added(unit, after);
  await linkMainRecords(em, after);
  await refreshConcerned(em, activities, after.id, before);
}

async function activityOf(em: EntityManager, { category, entityId }: Mirrored): Promise<Activity | undefined> {
  const [[id] = []] = await rows(em, sql`SELECT a.id FROM activity a WHERE a.category = ${category} AND a.entityId = ${entityId} ORDER BY a.id LIMIT 1`);
  return typeof id === 'number' ? load(em, activities, id) : undefined;
}

function added(unit: Unit, activity: Activity): Promise<number> {
  stampCreated(unit, activities, activity);
  return insertRecord(unit.em, activities, activity);
}
