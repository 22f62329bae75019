import type { EntityManager } from 'typeorm';
import type { Transaction } from '../core/database';
import { rows } from '../core/database/rows';
import { sql } from '../core/sql';
import { add, blankRecord, load, save } from '../core/records';
import { activities } from './activities.records';
import { Activity } from './activity.entity';

/** A record mirrored as an activity: an interview, the submission of an application, a placement, a document. */
export interface Mirrored {
  readonly category: number;
  readonly entityId: number;
}

/** Creates or updates the activity that mirrors a record; `shown` undefined deletes it. */
export async function mirror(transaction: Transaction, mirrored: Mirrored, shown: Partial<Activity> | undefined): Promise<void> {
  const existing = await activityOf(transaction.em, mirrored);
  if (!existing && !shown) return;
  const after = Object.assign(
    new Activity(),
    existing ?? { ...blankRecord(activities), ...mirrored, typeID: mirrored.category },
    shown ?? { deleted: true },
  );
  if (existing) await save(transaction, activities, existing, after);
  else await add(transaction, activities, after);
}

async function activityOf(em: EntityManager, { category, entityId }: Mirrored): Promise<Activity | undefined> {
  const [[id] = []] = await rows(
    em,
    sql`SELECT a.id FROM activity a WHERE a.category = ${category} AND a.entityId = ${entityId} ORDER BY a.id LIMIT 1`,
  );
  return typeof id === 'number' ? load(em, activities, id) : undefined;
}
