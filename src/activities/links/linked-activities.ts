import type { EntityManager } from 'typeorm';
import { rows } from '../../core/database/rows';
import type { PersonsOf } from '../../core/fields/persons';
import type { Relation } from '../../core/fields/record-type';
import { sql } from '../../core/sql';
import { values } from '../../core/records';
import type { Party } from '../activity.entity';
import { MAIN_FIELDS } from './main-records';

/** The relation of a type of record to its activities. */
export const linkedActivities = (kind: Party): Relation => ({
  to: 'Activity',
  on: `x.id IN (SELECT al.activityID FROM activity_link al WHERE al.kind = '${kind}' AND al.recordID = r.id)`,
});

/** The persons of a type to whom activities belong, by a field of their own or by a list. */
export const linkedPersons = (kind: 'Candidate' | 'Contact', list: string): PersonsOf => ({
  pairs: `SELECT activityID AS recordID, recordID AS personID FROM activity_link WHERE kind = '${kind}'`,
  fields: [MAIN_FIELDS[kind], list],
});

/** The ids of the activities that belong to any of the records, by a field of their own or by a list. */
export async function activitiesLinkedWith(em: EntityManager, kind: Party, recordIDs: readonly number[]): Promise<number[]> {
  const found = await rows(
    em,
    sql`SELECT DISTINCT activityID FROM activity_link WHERE kind = ${kind} AND recordID IN (${values(recordIDs)}) ORDER BY activityID`,
  );
  return found.map(([id]) => id as number);
}

/** The records of a kind that any of the activities belongs to. */
export async function recordsLinkedWith(em: EntityManager, kind: Party, activityIDs: readonly number[]): Promise<number[]> {
  if (activityIDs.length === 0) return [];
  const found = await rows(
    em,
    sql`SELECT DISTINCT recordID FROM activity_link WHERE activityID IN (${values(activityIDs)}) AND kind = ${kind} ORDER BY recordID`,
  );
  return found.map(([id]) => id as number);
}
