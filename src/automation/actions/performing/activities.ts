import { activities, addActivity, categoryOf, isParty, MAIN_FIELDS, type Activity } from '../../../activities';
import type { Transaction } from '../../../core/database';
import type { RecordType } from '../../../core/fields/record-type';
import { displayName } from '../../../core/records';
import type { Effect } from '../effect';
import { storedId, type Param } from '../params/param';
import { ActionFailed } from './action-errors';
import type { Target } from './target';

/** The id of an activity type in a category. */
export const activityType = (category: number): Param<number> =>
  storedId(async (typeID, _, { em }) =>
    (await categoryOf(em, typeID)) === category ? undefined : 'must be the id of an activity type in this category',
  );

/** What kind of activity an action adds. */
export type ActivityKind = Pick<Activity, 'category' | 'statusID'>;

/** @throws ActionFailed for a record that has no activities */
export async function addActivityTo(
  transaction: Transaction,
  { type, id }: Target,
  kind: ActivityKind,
  fields: Partial<Activity>,
): Promise<void> {
  if (!isParty(type.name)) throw new ActionFailed(`A ${displayName(type)} has no activities.`);
  await addActivity(transaction, { kind: type.name, id }, { ...fields, ...kind });
}

/** The effect of adding an activity to a record of a type. */
export const activityCreated = ({ name }: RecordType, kind: ActivityKind): Effect[] =>
  isParty(name) ? [{ kind: 'created', type: activities.name, values: { ...kind, [MAIN_FIELDS[name]]: undefined } }] : [];
