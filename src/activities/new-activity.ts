import type { Unit } from '../database';
import { add, blank } from '../records';
import { activities } from './activities.records';
import { PARTIES, type Activity, type Party } from './activity.entity';
import { MAIN } from './links/main-records';

export const isParty = (name: string): name is Party => (PARTIES as readonly string[]).includes(name);

/** Adds an activity to a record and brings the figures of everyone it concerns up to date. @returns its id */
export function addActivity(unit: Unit, owner: { kind: Party; id: number }, what: Partial<Activity>): Promise<number> {
  return add(unit, activities, Object.assign(blank(activities), what, { [MAIN[owner.kind]]: owner.id }));
}
