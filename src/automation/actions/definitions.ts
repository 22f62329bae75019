import type { ActionDefinition, ActionType } from './action';
import { notifyUser, sendEmail, sendSms, webhook } from './message-actions';
import { createNote, createTask } from './note-actions';
import type { ParamsOf } from './params';
import { addToSavedList, assignOwner, changeStatus } from './record-actions';
import { addTag, removeTag } from './tag-actions';
import { updateField } from './update-field';

const definitions: { readonly [T in ActionType]: ActionDefinition<ParamsOf[T]> } = {
  addTag,
  removeTag,
  updateField,
  changeStatus,
  assignOwner,
  createNote,
  createTask,
  sendEmail,
  sendSms,
  webhook,
  notifyUser,
  addToSavedList,
};

export const ACTION_TYPES = Object.keys(definitions) as readonly ActionType[];

export const isActionType = (type: unknown): type is ActionType => typeof type === 'string' && Object.hasOwn(definitions, type);

export const definitionOf = (type: ActionType): ActionDefinition => definitions[type];
