import type { EntityManager } from 'typeorm';
import { execute } from '../../core/database/rows';
import { identifier, sql } from '../../core/sql';
import { PARTIES, type Activity, type Party } from '../activity.entity';

/** The field of an activity by which it belongs to a record of each kind. */
export const MAIN_FIELDS = {
  Candidate: 'candidateID',
  Contact: 'contactID',
  Client: 'clientID',
  Job: 'jobID',
  Opportunity: 'opportunityID',
  Placement: 'placementID',
} as const satisfies Record<Party, keyof Activity>;

/** Stores links for the records in the activity's own fields, by which activities are looked up. */
export async function linkMainRecords(em: EntityManager, activity: Activity): Promise<void> {
  await execute(em, sql`UPDATE activity_link SET isMain = 0 WHERE activityID = ${activity.id}`);
  for (const kind of PARTIES) {
    const recordID = activity[MAIN_FIELDS[kind]];
    if (recordID) await link(em, activity.id, kind, recordID, 'isMain');
  }
  await deleteUnusedLinks(em, activity.id);
}

/** Stores a link, keeping the other flag if the link exists. */
export async function link(em: EntityManager, activityID: number, kind: Party, recordID: number, by: 'isMain' | 'isLinked'): Promise<void> {
  const found = await execute(
    em,
    sql`UPDATE activity_link SET ${identifier(by)} = 1 WHERE activityID = ${activityID} AND kind = ${kind} AND recordID = ${recordID}`,
  );
  const [isMain, isLinked] = by === 'isMain' ? [1, 0] : [0, 1];
  if (found === 0)
    await execute(
      em,
      sql`INSERT INTO activity_link (activityID, kind, recordID, isMain, isLinked) VALUES (${activityID}, ${kind}, ${recordID}, ${isMain}, ${isLinked})`,
    );
}

/** Deletes links with neither flag. */
export const deleteUnusedLinks = (em: EntityManager, activityID: number): Promise<number> =>
  execute(em, sql`DELETE FROM activity_link WHERE activityID = ${activityID} AND isMain = 0 AND isLinked = 0`);
