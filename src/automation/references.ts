import type { EntityManager } from 'typeorm';
import { rows } from '../database/rows';
import { sql } from '../query';
import { idsThere, referenceComplaint } from '../records';
import { users } from '../users';
import type { Action } from './actions/action';
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

async function complaintOf(em: EntityManager, action: Action, target: Parameters<typeof writableField>[0]): Promise<Complaint | undefined> {
  switch (action.type) {
    case 'updateField': {
      const { field: name, value } = action.params;
      const field = writableField(target, name);
      const detail = field && value !== null && value !== 0 && value !== '' && typeof value !== 'boolean' ? await referenceComplaint(em, field, value) : undefined;
      return detail ? { pointer: '/value', detail } : undefined;
    }
    case 'createNote':
      return typeComplaint(em, action.params.typeID, ActivityCategory.Note);
    case 'createTask':
      return (await typeComplaint(em, action.params.typeID, ActivityCategory.Task)) ?? userComplaint(em, action.params.assignedTo);
    default:
      return undefined;
  }
}

async function typeComplaint(em: EntityManager, typeID: number | undefined, category: number): Promise<Complaint | undefined> {
  if (typeID === undefined) return undefined;
  const found = await rows(em, sql`SELECT 1 FROM lookup WHERE list = 'activityType' AND id = ${typeID} AND parentID = ${category}`);
  return found.length > 0 ? undefined : { pointer: '/typeID', detail: 'must be the id of an activity type of that category' };
}

async function userComplaint(em: EntityManager, assignee: unknown): Promise<Complaint | undefined> {
  if (typeof assignee !== 'number' || (await idsThere(em, users, [assignee])).length > 0) return undefined;
  return { pointer: '/assignedTo', detail: 'must be owner, me or the id of a user' };
}
