import type { EntityManager } from 'typeorm';
import { rows } from '../database/rows';
import type { Field } from '../fields/field';
import type { RecordType } from '../fields/record-type';
import { sql } from '../query';
import { idsThere, referenceComplaint } from '../records';
import { users } from '../users';
import type { Action } from './actions/action';
import { statusFieldOf } from './actions/key-fields';
import { targetsOf } from './actions/targets';
import { writableField } from './actions/update-field';
import { ActivityCategory } from '../terms/numbers';
import type { Complaint } from './definition/complaint';
import type { ReadDefinition } from './definition/definition';

/** What is wrong with the records and list entries that a rule's actions name: those that are not there. */
export async function referenceComplaints(em: EntityManager, { actions, record }: ReadDefinition): Promise<Complaint[]> {
  const complaints: Complaint[] = [];
  for (const [index, action] of actions.entries()) {
    const found = await complaintOf(em, action, targetsOf(record).get(action.params.target ?? 'self') ?? record);
    if (found) complaints.push({ pointer: `/actionsJSON#/${index}/params${found.pointer}`, detail: found.detail });
  }
  return complaints;
}

/** Webhooks without encryption, where they are not allowed. */
export const webhookComplaints = ({ actions }: ReadDefinition, isAllowed: boolean): Complaint[] =>
  actions.flatMap((action, index) => {
    const isRefused = !isAllowed && action.type === 'webhook' && action.params.url.startsWith('http:');
    return isRefused
      ? [{ pointer: `/actionsJSON#/${index}/params/url`, detail: 'must be an https address; WEBHOOK_ALLOW_PRIVATE would allow http' }]
      : [];
  });

async function complaintOf(em: EntityManager, action: Action, target: RecordType): Promise<Complaint | undefined> {
  switch (action.type) {
    case 'updateField': {
      const { field: name, value } = action.params;
      const field = writableField(target, name);
      return value !== null && value !== 0 && value !== '' && typeof value !== 'boolean'
        ? entryComplaint(em, '/value', field, value)
        : undefined;
    }
    case 'createNote':
      return typeComplaint(em, action.params.typeID, ActivityCategory.Note);
    case 'createTask':
      return (
        (await typeComplaint(em, action.params.typeID, ActivityCategory.Task)) ?? userComplaint(em, '/assignedTo', action.params.assignedTo)
      );
    case 'changeStatus':
      return entryComplaint(em, '/statusID', statusFieldOf(target), action.params.statusID);
    case 'assignOwner':
      return userComplaint(em, '/ownerID', action.params.ownerID);
    case 'sendEmail':
      return userComplaint(em, '/replyTo', action.params.replyTo);
    case 'notifyUser':
      return userComplaint(em, '/user', action.params.user);
    case 'addToSavedList':
      return listComplaint(em, target, action.params.listID);
    default:
      return undefined;
  }
}

async function typeComplaint(em: EntityManager, typeID: number | undefined, category: number): Promise<Complaint | undefined> {
  if (typeID === undefined) return undefined;
  const found = await rows(em, sql`SELECT 1 FROM lookup WHERE list = 'activityType' AND id = ${typeID} AND parentID = ${category}`);
  return found.length > 0 ? undefined : { pointer: '/typeID', detail: 'must be the id of an activity type of that category' };
}

async function entryComplaint(
  em: EntityManager,
  pointer: string,
  field: Field | undefined,
  value: number | string,
): Promise<Complaint | undefined> {
  const detail = field && (await referenceComplaint(em, field, value));
  return detail === undefined ? undefined : { pointer, detail };
}

async function userComplaint(em: EntityManager, pointer: string, who: unknown): Promise<Complaint | undefined> {
  if (typeof who !== 'number' || (await idsThere(em, users, [who])).length > 0) return undefined;
  return { pointer, detail: 'must be the id of a user, or one of the words that the catalogue lists' };
}

async function listComplaint(em: EntityManager, { name }: RecordType, listID: number): Promise<Complaint | undefined> {
  const [[type] = []] = await rows(em, sql`SELECT type FROM saved_list WHERE id = ${listID} AND deleted = 0`);
  return type === name ? undefined : { pointer: '/listID', detail: `must be the id of a saved list of ${name} records` };
}
