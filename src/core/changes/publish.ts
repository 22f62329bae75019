import type { Transaction } from '../database/transactions';
import { insertRowsLater } from '../database/insert-rows';
import { sqlMoment, type SqlValue } from '../sql';
import { originOf } from './origin';
import { chainText } from './chain';

/** Sent after a commit with changes. */
export const CHANGES_COMMITTED = 'changes committed';

export const CHANGE_ACTIONS = ['created', 'updated', 'deleted', 'restored', 'erased'] as const;
export type ChangeAction = (typeof CHANGE_ACTIONS)[number];

/** With what is no change of a record, and recorded for the audit only. */
export const AUDITED_ACTIONS = [
  ...CHANGE_ACTIONS,
  'rotated',
  'revoked',
  'started',
  'approved',
  'cancelled',
  'retried',
  'resent',
  'replayed',
  'read',
] as const;

/** The value of a field before and after. */
export type FieldChanges = Readonly<Record<string, readonly [before: unknown, after: unknown]>>;

/** What happened to a record. */
export interface Change extends AnyChange {
  readonly action: ChangeAction;
}

/** What is recorded for the audit only, such as a new API key or a run started by hand. */
export interface AuditedAction extends AnyChange {
  readonly action: (typeof AUDITED_ACTIONS)[number];
}

interface AnyChange {
  readonly type: string;
  readonly recordID: number;
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
  'chain',
  'traceparent',
  'source',
  'keyID',
  'keyName',
  'address',
  'requestID',
  'auditOnly',
];

/**
 * Stores changes in the transaction that makes them, so that followers see them only if it is committed.
 * @throws Error for a name that readers of the feed could not ask for: a bug
 */
export async function publish(transaction: Transaction, changes: readonly Change[]): Promise<void> {
  const unknown = changes.find(({ type }) => !transaction.types.publishedNames.includes(type));
  if (unknown) throw new Error(`Changes of ${unknown.type} are published, but it is neither a record type nor listed as published.`);
  await insert(transaction, changes, false);
}

/** Leaves an entry in the audit for what is no change of a record, in the transaction in which it happens; the feed does not show it. */
export const audit = (transaction: Transaction, action: Omit<AuditedAction, 'version'>): Promise<void> =>
  insert(transaction, [{ ...action, version: 0 }], true);

async function insert(transaction: Transaction, changes: readonly (Change | AuditedAction)[], auditOnly: boolean): Promise<void> {
  const at = sqlMoment(transaction.now);
  const rows = changes.map((change) => rowOf(transaction, change, at, auditOnly));
  await insertRowsLater(transaction.em, { table: 'record_change', columns: COLUMNS, rows });
  if (changes.length > 0) transaction.signalAfterCommit(CHANGES_COMMITTED);
}

function rowOf(
  { caller }: Transaction,
  { type, recordID, action, version, events = [], fields = {}, concerned = {} }: Change | AuditedAction,
  at: string,
  auditOnly: boolean,
): (SqlValue | null)[] {
  const { source, keyID, keyName, address, requestID } = originOf(caller);
  const { automationID = null, runID = null, chain = [] } = caller.cause ?? {};
  return [
    type,
    recordID,
    action,
    version,
    JSON.stringify(events),
    JSON.stringify(fields),
    JSON.stringify(concerned),
    at,
    caller.userID,
    automationID,
    runID,
    chainText(chain),
    caller.traceparent ?? null,
    source,
    keyID,
    keyName,
    address,
    requestID,
    Number(auditOnly),
  ];
}
