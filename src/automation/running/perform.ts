import { DateTime } from 'luxon';
import { addActivity, isParty } from '../../activities';
import type { Unit } from '../../database';
import { rows } from '../../database/rows';
import { identifier, sql } from '../../query';
import { change } from '../../records';
import { isTagged, putTag, takeTag } from '../../tags';
import { ActivityCategory, ActivityStatus, TagSource, TagType } from '../../terms/numbers';
import type { Action } from '../actions/action';
import type { Assignee, NoteParams, TagParams, TaskParams, UpdateFieldParams } from '../actions/params';
import { writableField } from '../actions/update-field';
import type { CheckedDefinition } from '../definition/definition';
import { CannotAct } from './cannot-act';
import { filled } from './filled';
import type { Target } from './target';

/** One action on one record: the rule's record and what the action is done to. */
interface On {
  readonly recordID: number;
  readonly target: Target;
}

/** Does an action. @returns whether it changed anything */
export async function perform(unit: Unit, definition: CheckedDefinition, action: Action, on: On): Promise<boolean> {
  switch (action.type) {
    case 'addTag':
      return putTag(unit, tagged(on), on.target.id, { ...tagOf(action.params), sourceID: TagSource.Automation });
    case 'removeTag':
      return takeTag(unit, tagged(on), on.target.id, tagOf(action.params));
    case 'updateField':
      return updateField(unit, on.target, action.params);
    case 'createNote':
      return createNote(unit, definition, on, action.params);
    case 'createTask':
      return createTask(unit, definition, on, action.params);
    default:
      throw new CannotAct(`${action.type} is not yet available.`);
  }
}

const tagOf = ({ tag, typeId = TagType.Other }: TagParams) => ({ tag, typeID: typeId });

function tagged({ target: { type } }: On) {
  if (!isTagged(type.name)) throw new CannotAct(`Tags are not put on a ${type.name}.`);
  return type.name;
}

async function updateField(unit: Unit, { type, id }: Target, { field: name, value }: UpdateFieldParams): Promise<boolean> {
  const field = writableField(type, name);
  if (!field) throw new CannotAct(`${type.name} has no field ${name} that can be written.`);
  return change(unit, type, id, { [field.name]: value });
}

async function createNote(unit: Unit, definition: CheckedDefinition, on: On, { notes, typeID }: NoteParams): Promise<boolean> {
  await addActivity(unit, partyOf(on), {
    category: ActivityCategory.Note,
    typeID: typeID ?? ActivityCategory.Note,
    statusID: ActivityStatus.Completed,
    notes: await filled(unit, definition.record, on.recordID, notes),
    activityDate: unit.now,
    assignedToID: unit.caller.userID,
  });
  return true;
}

async function createTask(unit: Unit, definition: CheckedDefinition, on: On, params: TaskParams): Promise<boolean> {
  await addActivity(unit, partyOf(on), {
    category: ActivityCategory.Task,
    typeID: params.typeID ?? ActivityCategory.Task,
    statusID: ActivityStatus.Open,
    notes: await filled(unit, definition.record, on.recordID, params.notes),
    activityDate: dueDate(params, unit.now, definition),
    assignedToID: await assigneeOf(unit, on.target, params.assignedTo ?? 'me'),
  });
  return true;
}

function partyOf({ target: { type, id } }: On) {
  if (!isParty(type.name)) throw new CannotAct(`A ${type.name} has no activities.`);
  return { kind: type.name, id };
}

/** So many days on, at the local time given, else at the time of the run; null without a number of days. */
function dueDate({ dueInDays, dueAt }: TaskParams, now: Date, { schedule, offset, timeZone }: CheckedDefinition): Date | null {
  if (dueInDays === undefined) return null;
  const day = DateTime.fromJSDate(now, { zone: schedule?.timeZone ?? offset?.timeZone ?? timeZone }).plus({ days: dueInDays });
  const [hour, minute] = dueAt?.split(':').map(Number) ?? [];
  return (hour === undefined ? day : day.set({ hour, minute, second: 0, millisecond: 0 })).toJSDate();
}

async function assigneeOf({ em, caller }: Unit, { type, id }: Target, assignee: Assignee): Promise<number> {
  if (assignee === 'me') return caller.userID;
  if (assignee !== 'owner') return assignee;
  const owner = ['ownerID', 'consultantID1'].find((name) => type.findField(name));
  if (!owner) return caller.userID;
  const [[userID] = []] = await rows(em, sql`SELECT ${identifier(owner)} FROM ${identifier(type.table)} WHERE id = ${id}`);
  return typeof userID === 'number' ? userID : caller.userID;
}
