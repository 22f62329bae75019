import type { Unit } from '../../database';
import type { Field } from '../../fields/field';
import { addToList } from '../../lists';
import { change, spoken } from '../../records';
import { isTagged, putTag, takeTag, type Tagged } from '../../tags';
import { TagSource, TagType } from '../../terms/numbers';
import { ownerFieldOf, statusFieldOf } from '../actions/key-fields';
import type { ListParams, OwnerParams, StatusParams, TagParams, UpdateFieldParams } from '../actions/params';
import { writableField } from '../actions/update-field';
import type { On } from './acting';
import { CannotAct } from './cannot-act';
import type { Target } from './target';

export const addTag = (unit: Unit, { target }: On, params: TagParams): Promise<boolean> =>
  putTag(unit, tagged(target), target.id, { ...tagOf(params), sourceID: TagSource.Automation });

export const removeTag = (unit: Unit, { target }: On, params: TagParams): Promise<boolean> =>
  takeTag(unit, tagged(target), target.id, tagOf(params));

export const updateField = (unit: Unit, { target }: On, { field, value }: UpdateFieldParams): Promise<boolean> =>
  set(unit, target, writableField(target.type, field) ?? hasNone(target, `field ${field} that can be written`), value);

/** By the rules of its type: a step that they forbid fails with their sentence. */
export const changeStatus = (unit: Unit, { target }: On, { statusID }: StatusParams): Promise<boolean> =>
  set(unit, target, statusFieldOf(target.type) ?? hasNone(target, 'status'), statusID);

export const assignOwner = (unit: Unit, { target }: On, { ownerID }: OwnerParams): Promise<boolean> =>
  set(unit, target, ownerFieldOf(target.type) ?? hasNone(target, 'owner'), ownerID === 'me' ? unit.caller.userID : ownerID);

export const addToSavedList = async (unit: Unit, { target }: On, { listID }: ListParams): Promise<boolean> =>
  (await addToList(unit, listID, [target.id], target.type)).length > 0;

const set = (unit: Unit, { type, id }: Target, field: Field, value: unknown): Promise<boolean> =>
  change(unit, type, id, { [field.name]: value });

export const tagOf = ({ tag, typeId = TagType.Other }: TagParams) => ({ tag, typeID: typeId });

export function tagged({ type }: Pick<Target, 'type'>): Tagged {
  if (!isTagged(type.name)) throw new CannotAct(`Tags are not put on a ${spoken(type)}.`);
  return type.name;
}

const hasNone = ({ type }: Target, what: string): never => {
  throw new CannotAct(`A ${spoken(type)} has no ${what}.`);
};
