import type { Transaction } from '../core/database';
import { addMany, blankRecord } from '../core/records';
import { activities } from './activities.records';
import { PARTIES, type Activity, type Party } from './activity.entity';
import { MAIN_FIELDS } from './links/main-records';

export const isParty = (name: string): name is Party => (PARTIES as readonly string[]).includes(name);

/** An activity of a record, without what says whose it is. */
export interface ActivityOf {
  readonly recordID: number;
  readonly fields: Partial<Activity>;
}

/** Adds activities to records of a kind and refreshes the figures of all records they affect. */
export async function addActivities(transaction: Transaction, kind: Party, added: readonly ActivityOf[]): Promise<void> {
  const records = added.map(({ recordID, fields }) => Object.assign(blankRecord(activities), fields, { [MAIN_FIELDS[kind]]: recordID }));
  await addMany(transaction, activities, records);
}
