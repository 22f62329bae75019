import type { Unit } from '../database';
import { insertRecord, refreshConcerned, stampCreated } from '../records';
import { activities } from './activities.records';
import { Activity, PARTIES, type Party } from './activity.entity';
import { linkMainRecords, MAIN } from './main-records';

export const isParty = (name: string): name is Party => (PARTIES as readonly string[]).includes(name);

/** Adds an activity to a record and brings the figures of everyone it concerns up to date. @returns its id */
export async function addActivity(unit: Unit, owner: { kind: Party; id: number }, what: Partial<Activity>): Promise<number> {
  const activity = Object.assign(new Activity(), what, { [MAIN[owner.kind]]: owner.id });
  stampCreated(unit, activities, activity);
  const id = await insertRecord(unit.em, activities, activity);
  await linkMainRecords(unit.em, Object.assign(activity, { id }));
  await refreshConcerned(unit.em, activities, id);
  return id;
}
