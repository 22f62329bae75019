import type { EntityManager } from 'typeorm';
import { execute } from '../../core/database/rows';
import type { RecordChange } from '../../core/records';
import { identifier, sql, tuples, values } from '../../core/sql';
import { orSet } from '../../core/sql/dialect';
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

/** Stores links for the records in the own fields of saved activities, by which activities are looked up. */
export async function linkMainRecords(em: EntityManager, changes: readonly RecordChange<Activity>[]): Promise<void> {
  const linked = changes.filter(({ before, after }) => Object.values(MAIN_FIELDS).some((field) => before[field] !== after[field]));
  const ids = linked.flatMap(({ before, after }) => (before.id === undefined ? [] : [after.id]));
  if (ids.length > 0) await execute(em, sql`UPDATE activity_link SET isMain = 0 WHERE activityID IN (${values(ids)})`);
  await storeMainLinks(
    em,
    linked.map(({ after }) => after),
  );
  if (ids.length > 0) await deleteUnusedLinks(em, ids);
}

function storeMainLinks(em: EntityManager, activities: readonly Activity[]): Promise<void> {
  const links = activities.flatMap((activity) =>
    PARTIES.flatMap((kind): Link[] => {
      const recordID = activity[MAIN_FIELDS[kind]];
      return recordID ? [[activity.id, kind, recordID]] : [];
    }),
  );
  return storeLinks(em, links, 'isMain');
}

type Link = readonly [activityID: number, kind: Party, recordID: number];

/** Stores links, keeping the other flag of those that exist. */
export async function storeLinks(em: EntityManager, links: readonly Link[], by: 'isMain' | 'isLinked'): Promise<void> {
  if (links.length === 0) return;
  const flags = by === 'isMain' ? [1, 0] : [0, 1];
  const rows = tuples(links.map((link) => [...link, ...flags]));
  const otherwise = orSet(['activityID', 'kind', 'recordID'], sql`${identifier(by)} = 1`);
  await execute(em, sql`INSERT INTO activity_link (activityID, kind, recordID, isMain, isLinked) VALUES ${rows}${otherwise}`);
}

/** Deletes links with neither flag. */
export const deleteUnusedLinks = (em: EntityManager, activityIDs: readonly number[]): Promise<number> =>
  execute(em, sql`DELETE FROM activity_link WHERE activityID IN (${values(activityIDs)}) AND isMain = 0 AND isLinked = 0`);
