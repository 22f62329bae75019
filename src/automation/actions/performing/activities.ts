import { activities, addActivities, categoryOf, isParty, MAIN_FIELDS, type Activity } from '../../../activities';
import type { Transaction } from '../../../core/database';
import type { RecordType } from '../../../core/fields/record-type';
import { displayName } from '../../../core/records';
import type { Effect } from '../effect';
import { storedId, type Param } from '../params/param';
import type { RecordAndTarget } from './action-context';
import { ActionFailed } from './action-errors';

/** The id of an activity type in a category. */
export const activityType = (category: number): Param<number> =>
  storedId(async (typeID, _, { em }) =>
    (await categoryOf(em, typeID)) === category ? undefined : 'must be the id of an activity type in this category',
  );

/** What kind of activity an action adds. */
export type ActivityKind = Pick<Activity, 'category' | 'statusID'>;

/** Adds an activity to the target of each record, with fields in their order. @throws ActionFailed if targets of the type have none */
export async function addActivitiesTo(
  transaction: Transaction,
  subjects: readonly RecordAndTarget[],
  kind: ActivityKind,
  fields: readonly Partial<Activity>[],
): Promise<void> {
  const [first] = subjects;
  if (!first) return;
  const { type } = first.target;
  if (!isParty(type.name)) throw new ActionFailed(`A ${displayName(type)} has no activities.`);
  const added = subjects.map(({ target }, index) => ({ recordID: target.id, fields: { ...fields[index], ...kind } }));
  await addActivities(transaction, type.name, added);
}

/** The effect of adding an activity to a record of a type. */
export const activityCreated = ({ name }: RecordType, kind: ActivityKind): Effect[] =>
  isParty(name) ? [{ kind: 'created', type: activities.name, values: { ...kind, [MAIN_FIELDS[name]]: undefined } }] : [];
