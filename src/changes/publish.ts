import type { Unit } from '../database/transactions';
import { execute } from '../database/rows';
import { identifier, list, sql, sqlMoment, tuples, type SqlValue } from '../query';
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
  'depth',
].map((name) => identifier(name));
const BATCH = 200;

/** Writes changes down in the transaction that makes them: whoever follows the changes hears of them once it has been committed, and not otherwise. */
export async function publish(unit: Unit, changes: readonly Change[]): Promise<void> {
  for (let from = 0; from < changes.length; from += BATCH) {
    const rows = changes.slice(from, from + BATCH).map((change) => rowOf(unit, change));
    await execute(unit.em, sql`INSERT INTO record_change (${list(COLUMNS)}) VALUES ${tuples(rows)}`);
  }
  if (changes.length > 0) unit.afterCommit(wakeFollowers);
}

function rowOf(
  { caller, now }: Unit,
  { type, recordID, action, version, events = [], fields = {}, concerned = {} }: Change,
): (SqlValue | null)[] {
  const { automationID = null, runID = null, depth = 0 } = caller.cause ?? {};
  return [
    type,
    recordID,
    action,
    version,
    JSON.stringify(events),
    JSON.stringify(fields),
    JSON.stringify(concerned),
    sqlMoment(now),
    caller.userID,
    automationID,
    runID,
    depth,
  ];
}
