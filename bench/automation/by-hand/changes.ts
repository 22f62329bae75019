import { insert, placeholders, type Value } from '../../database';
import { USER_ID, type HandRun, type Now } from './run';

/** What happened to a record, for those who follow the changes. */
export interface HandChange {
  readonly type: string;
  readonly recordID: number;
  readonly action: 'created' | 'updated';
  readonly version: number;
  readonly events: readonly number[];
  readonly fields: object;
  /** The records whose figures depend on it, by type. */
  readonly concerned?: object;
}

const COLUMNS = [
  'type',
  'recordID',
  'action',
  'version',
  'events',
  'fields',
  'concerned',
  'at',
  'byID',
  'automationID',
  'runID',
  'chain',
  'source',
] as const;

export async function insertChanges({ store, automationID, runID }: HandRun, changes: readonly HandChange[], now: Now): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ type, recordID, action, version, events, fields, concerned = {} }): Value[] => [
    type,
    recordID,
    action,
    version,
    JSON.stringify(events),
    JSON.stringify(fields),
    JSON.stringify(concerned),
    now.sql,
    USER_ID,
    automationID,
    runID,
    String(runID),
    'automation',
  ]);
  await insert(store, 'record_change', COLUMNS, rows);
}

/** Stamps contacts of which only related data changed: the stored responses remain those of the new versions. */
export async function stampContacts({ store }: HandRun, ids: readonly number[], now: Now): Promise<void> {
  if (ids.length === 0) return;
  await store.run(`UPDATE contact SET version = version + 1, updatedByID = ?, updatedDate = ? WHERE id IN (${placeholders(ids)})`, [
    USER_ID,
    now.sql,
    ...ids,
  ]);
  await store.run(`UPDATE contact_index SET updatedDate = ? WHERE id IN (${placeholders(ids)})`, [now.sql, ...ids]);
  await store.run(`UPDATE contact_response SET version = version + 1 WHERE id IN (${placeholders(ids)})`, ids);
}
