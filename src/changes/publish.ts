import type { Unit } from '../database/transactions';
import { execute } from '../database/rows';
import { identifier, list, sql, sqlMoment } from '../query';
import { wakeFollowers } from './followers';

export type ChangeAction = 'created' | 'updated' | 'deleted' | 'restored';

/** The value of a field before and after. */
export type FieldChanges = Readonly<Record<string, readonly [before: unknown, after: unknown]>>;

/** What happened to a record. */
export interface Change {
  readonly type: string;
  readonly recordID: number;
  readonly action: ChangeAction;
  /** Of the record, after the change. */
  readonly version: number;
  /** Numbers of the events that it raises. */
  readonly events?: readonly number[];
  readonly fields?: FieldChanges;
  /** The records whose figures follow from this one, by their type. */
  readonly concerned?: Readonly<Record<string, readonly number[]>>;
}

const COLUMNS = ['type', 'recordID', 'action', 'version', 'events', 'fields', 'concerned', 'at', 'byID', 'automationID', 'runID', 'depth'].map((name) => identifier(name));
const BATCH = 200;

/** Writes changes down in the transaction that makes them: whoever follows the changes hears of them once it has been committed, and not otherwise. */
export async function publish(unit: Unit, changes: readonly Change[]): Promise<void> {
  for (let from = 0; from < changes.length; from += BATCH) {
    const tuples = changes.slice(from, from + BATCH).map((change) => tupleOf(unit, change));
    await execute(unit.em, sql`INSERT INTO record_change (${list(COLUMNS)}) VALUES ${list(tuples)}`);
  }
  if (changes.length > 0) unit.afterCommit(wakeFollowers);
}

function tupleOf({ caller, now }: Unit, { type, recordID, action, version, events = [], fields = {}, concerned = {} }: Change) {
  const texts = [events, fields, concerned].map((each) => JSON.stringify(each));
  const [eventText = '', fieldText = '', concernedText = ''] = texts;
  const cause = caller.cause ? sql`${caller.cause.automationID}, ${caller.cause.runID}, ${caller.cause.depth}` : sql`NULL, NULL, 0`;
  return sql`(${type}, ${recordID}, ${action}, ${version}, ${eventText}, ${fieldText}, ${concernedText}, ${sqlMoment(now)}, ${caller.userID}, ${cause})`;
}
