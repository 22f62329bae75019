import { DateTime } from 'luxon';
import { addActivity, isParty } from '../../activities';
import type { Unit } from '../../database';
import { spoken } from '../../records';
import { ActivityCategory, ActivityStatus } from '../../terms/numbers';
import type { NoteParams, TaskParams } from '../actions/params';
import { zoneOf, type CheckedDefinition } from '../definition/definition';
import type { Acting, On } from './acting';
import { CannotAct } from './cannot-act';
import { filled } from './filled';
import { userMeant } from './people';
import type { Target } from './target';

export async function createNote(unit: Unit, { definition }: Acting, { recordID, target }: On, params: NoteParams): Promise<boolean> {
  const [notes] = await filled(unit, definition.record, recordID, params.notes);
  await addActivity(unit, partyOf(target), {
    category: ActivityCategory.Note,
    typeID: params.typeID ?? ActivityCategory.Note,
    statusID: ActivityStatus.Completed,
    notes,
    activityDate: unit.now,
    assignedToID: unit.caller.userID,
  });
  return true;
}

export async function createTask(unit: Unit, { definition }: Acting, { recordID, target }: On, params: TaskParams): Promise<boolean> {
  const [notes] = await filled(unit, definition.record, recordID, params.notes);
  await addActivity(unit, partyOf(target), {
    category: ActivityCategory.Task,
    typeID: params.typeID ?? ActivityCategory.Task,
    statusID: ActivityStatus.Open,
    notes,
    activityDate: dueDate(params, unit.now, definition),
    assignedToID: await userMeant(unit, target, params.assignedTo ?? 'me'),
  });
  return true;
}

/** What was sent to somebody, among the activities of whom it was sent to. */
export async function createTrace(unit: Unit, target: Target, category: number, text: string, deliveryID: string): Promise<void> {
  await addActivity(unit, partyOf(target), {
    category,
    typeID: category,
    statusID: ActivityStatus.Completed,
    notes: text,
    activityDate: unit.now,
    assignedToID: unit.caller.userID,
    associatedData: JSON.stringify({ deliveryId: deliveryID }),
  });
}

function partyOf({ type, id }: Target) {
  if (!isParty(type.name)) throw new CannotAct(`A ${spoken(type)} has no activities.`);
  return { kind: type.name, id };
}

/** So many days on, at the local time given, else at the time of the run; null without a number of days. */
function dueDate({ dueInDays, dueAt }: TaskParams, now: Date, definition: CheckedDefinition): Date | null {
  if (dueInDays === undefined) return null;
  const day = DateTime.fromJSDate(now, { zone: zoneOf(definition) }).plus({ days: dueInDays });
  const [hour, minute] = dueAt?.split(':').map(Number) ?? [];
  return (hour === undefined ? day : day.set({ hour, minute, second: 0, millisecond: 0 })).toJSDate();
}
