import type { Unit } from '../database';
import { execute } from '../database/rows';
import { sql } from '../query';
import { insertRecord, refreshConcerned, stampCreated } from '../records';
import { activities } from './activities.records';
import { Activity, PARTIES, type Party } from './activity.entity';

/** The field of an activity by which it belongs to a record of each kind. */
const MAIN = { Candidate: 'candidateID', Contact: 'contactID', Client: 'clientID', Job: 'jobID', Opportunity: 'opportunityID', Placement: 'placementID' } as const satisfies Record<Party, keyof Activity>;

export const isParty = (name: string): name is Party => (PARTIES as readonly string[]).includes(name);

/** Adds an activity to a record and brings the figures of everyone it concerns up to date. @returns its id */
export async function addActivity(unit: Unit, owner: { kind: Party; id: number }, what: Partial<Activity>): Promise<number> {
  const activity = Object.assign(new Activity(), what, { [MAIN[owner.kind]]: owner.id });
  stampCreated(unit, activities, activity);
  const id = await insertRecord(unit.em, activities, activity);
  for (const kind of PARTIES) {
    const recordID = activity[MAIN[kind]];
    if (recordID) await execute(unit.em, sql`INSERT INTO activity_link (activityID, kind, recordID, isMain, isLinked) VALUES (${id}, ${kind}, ${recordID}, 1, 0)`);
  }
  await refreshConcerned(unit.em, activities, id);
  return id;
}
