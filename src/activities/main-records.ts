import type { EntityManager } from 'typeorm';
import { execute } from '../database/rows';
import { sql } from '../query';
import { PARTIES, type Activity, type Party } from './activity.entity';

/** The field of an activity by which it belongs to a record of each kind. */
export const MAIN = { Candidate: 'candidateID', Contact: 'contactID', Client: 'clientID', Job: 'jobID', Opportunity: 'opportunityID', Placement: 'placementID' } as const satisfies Record<Party, keyof Activity>;

/** Writes down, where activities are found by their records, which records the activity belongs to by its own fields. */
export async function linkMainRecords(em: EntityManager, activity: Activity): Promise<void> {
  await execute(em, sql`UPDATE activity_link SET isMain = 0 WHERE activityID = ${activity.id}`);
  for (const kind of PARTIES) {
    const recordID = activity[MAIN[kind]];
    if (recordID) await linkAsMain(em, activity.id, kind, recordID);
  }
  await execute(em, sql`DELETE FROM activity_link WHERE activityID = ${activity.id} AND isMain = 0 AND isLinked = 0`);
}

async function linkAsMain(em: EntityManager, activityID: number, kind: Party, recordID: number): Promise<void> {
  const changed = await execute(em, sql`UPDATE activity_link SET isMain = 1 WHERE activityID = ${activityID} AND kind = ${kind} AND recordID = ${recordID}`);
  if (changed === 0) await execute(em, sql`INSERT INTO activity_link (activityID, kind, recordID, isMain, isLinked) VALUES (${activityID}, ${kind}, ${recordID}, 1, 0)`);
}
