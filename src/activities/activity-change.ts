import type { Unit } from '../database';
import { Conflict } from '../http';
import { changedBy, plainChange } from '../records';
import { activities } from './activities.records';
import type { Activity } from './activity.entity';
import { linkMainRecords, MAIN } from './main-records';

/** What an activity demands when it is changed. @throws Conflict for one that mirrors another record */
async function keepActivityRules({ em }: Unit, before: Activity, after: Activity): Promise<void> {
  if (before.entityId !== 0) throw new Conflict(`The activity ${before.id} shows another record (${before.entityId}) and changes only with it.`);
  if (Object.values(MAIN).some((field) => before[field] !== after[field])) await linkMainRecords(em, after);
}

changedBy(activities, plainChange(activities, keepActivityRules));
