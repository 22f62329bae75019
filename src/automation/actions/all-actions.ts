import type { ActionDefinition } from './action-definition';
import { addTag } from './add-tag';
import { addToSavedList } from './add-to-saved-list';
import { assignOwner } from './assign-owner';
import { changeStatus } from './change-status';
import { createNote } from './create-note';
import { createTask } from './create-task';
import { notifyUser } from './notify-user';
import { removeTag } from './remove-tag';
import { sendEmail } from './send-email';
import { sendSms } from './send-sms';
import { updateField } from './update-field';
import { webhook } from './webhook';

/** All types of action, in the order of the catalogue. */
export const ALL_ACTIONS: readonly ActionDefinition[] = [
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
];

/** @throws Error for two definitions of one type */
export function byType(definitions: readonly ActionDefinition[]): ReadonlyMap<unknown, ActionDefinition> {
  const found = new Map<unknown, ActionDefinition>();
  for (const definition of definitions) {
    if (found.has(definition.type)) throw new Error(`Two actions have the type ${definition.type}.`);
    found.set(definition.type, definition);
  }
  return found;
}

const definitionsByType = byType(ALL_ACTIONS);

/** The definition of a type of action; undefined for anything that is not one. */
export const findDefinition = (type: unknown): ActionDefinition | undefined => definitionsByType.get(type);

/** The definition of a validated action. */
export function definitionOf({ type }: { readonly type: string }): ActionDefinition {
  const definition = findDefinition(type);
  if (!definition) throw new Error(`No action has the type ${type}.`);
  return definition;
}
