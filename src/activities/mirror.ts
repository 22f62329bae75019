import type { EntityManager } from 'typeorm';
import type { Transaction } from '../core/database';
import { rows } from '../core/database/rows';
import { sql } from '../core/sql';
import { add, blankRecord, load, save } from '../core/records';
import { activities } from './activities.records';
import { Activity } from './activity.entity';

/** The fields of an activity that mirrors another record; `category` and `entityId` say which. */
export type Mirror = Omit<Partial<Activity>, 'category' | 'entityId'> & { readonly category: number; readonly entityId: number };

/**
 * Creates or updates the activity that mirrors a record: an interview, the submission of an application, a placement, a document.
 */
export async function mirror(transaction: Transaction, shown: Mirror): Promise<void> {
  const existing = await activityOf(transaction.em, shown);
  if (!existing && shown.deleted) return;
  const after = Object.assign(new Activity(), existing ?? blankRecord(activities), shown);
  if (existing) await save(transaction, activities, existing, after);
  else await add(transaction, activities, after);
}

async function activityOf(em: EntityManager, { category, entityId }: Mirror): Promise<Activity | undefined> {
  const [[id] = []] = await rows(
    em,
    sql`SELECT a.id FROM activity a WHERE a.category = ${category} AND a.entityId = ${entityId} ORDER BY a.id LIMIT 1`,
  );
  return typeof id === 'number' ? load(em, activities, id) : undefined;
}
