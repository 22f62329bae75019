import type { Transaction } from '../database/transactions';
import { execute } from '../database/rows';
import { identifier, list, sql, sqlMoment, tuples, type SqlValue } from '../sql';

/** Sent after a commit with changes. */
export const CHANGES_COMMITTED = 'changes committed';

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
  /** The ids of the events that it raises. */
  readonly events?: readonly number[];
  readonly fields?: FieldChanges;
  /** The records whose figures depend on this one, by type. */
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

/** Stores changes in the transaction that makes them, so that followers see them only if it is committed. */
export async function publish(transaction: Transaction, changes: readonly Change[]): Promise<void> {
  for (let from = 0; from < changes.length; from += BATCH) {
    const rows = changes.slice(from, from + BATCH).map((change) => rowOf(transaction, change));
    await execute(transaction.em, sql`INSERT INTO record_change (${list(COLUMNS)}) VALUES ${tuples(rows)}`);
  }
  if (changes.length > 0) transaction.signalAfterCommit(CHANGES_COMMITTED);
}

function rowOf(
  { caller, now }: Transaction,
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
