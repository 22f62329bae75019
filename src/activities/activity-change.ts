import type { EntityManager } from 'typeorm';
import type { Unit } from '../database';
import { rows } from '../database/rows';
import { Conflict, InvalidRequest } from '../http';
import { sql } from '../query';
import { changedBy, plainChange } from '../records';
import { activities } from './activities.records';
import type { Activity } from './activity.entity';
import { linkMainRecords, MAIN } from './main-records';

/** What an activity demands when it is changed. @throws Conflict for one that mirrors another record, InvalidRequest */
async function keepActivityRules({ em }: Unit, before: Activity, after: Activity): Promise<void> {
  if (before.entityId !== 0) throw new Conflict(`The activity ${before.id} shows another record (${before.entityId}) and changes only with it.`);
  if (before.typeID !== after.typeID || before.category !== after.category) await keepTypeInCategory(em, after);
  if (Object.values(MAIN).some((field) => before[field] !== after[field])) await linkMainRecords(em, after);
}

async function keepTypeInCategory(em: EntityManager, { typeID, category }: Activity): Promise<void> {
  if (typeID === null) return;
  const found = await rows(em, sql`SELECT 1 FROM lookup WHERE list = 'activityType' AND id = ${typeID} AND parentID = ${category ?? 0}`);
  if (found.length === 0) throw InvalidRequest.because([{ pointer: '/typeID', detail: `must be a type of the category ${category ?? 0}` }]);
}

changedBy(activities, plainChange(activities, keepActivityRules));
