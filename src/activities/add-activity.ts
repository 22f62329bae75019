import type { Transaction } from '../core/database';
import { add, blankRecord } from '../core/records';
import { activities } from './activities.records';
import { PARTIES, type Activity, type Party } from './activity.entity';
import { MAIN_FIELDS } from './links/main-records';

export const isParty = (name: string): name is Party => (PARTIES as readonly string[]).includes(name);

/** Adds an activity to a record and refreshes the figures of all records it affects. @returns its id */
export function addActivity(transaction: Transaction, owner: { kind: Party; id: number }, fields: Partial<Activity>): Promise<number> {
  return add(transaction, activities, Object.assign(blankRecord(activities), fields, { [MAIN_FIELDS[owner.kind]]: owner.id }));
}
