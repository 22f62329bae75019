import { Logger } from '@nestjs/common';
import type { Transaction } from '../../core/database';
import { rows } from '../../core/database/rows';
import { tryInSavepoint } from '../../core/database/savepoint';
import { Problem } from '../../core/problems';
import { sql } from '../../core/sql';
import type { Action } from '../actions/action';
import { definitionOf } from '../actions/all-actions';
import type { ActionContext } from '../actions/performing/action-context';
import { retryDelay } from './retry-delay';
import { ActionFailed, ActionSkipped, RetryLater } from '../actions/performing/action-errors';
import { targetOf } from '../actions/performing/target';

/** Result of one action on one record, as stored with the run. */
export interface ActionResult {
  readonly id: string;
  readonly type: string;
  readonly outcome: 'done' | 'unchanged' | 'skipped' | 'failed' | 'undone';
  readonly detail?: string;
  /** How often it has failed, of a record that is tried again. */
  readonly failures?: number;
}

export interface RecordResult {
  /** planned: it failed and will be retried. */
  readonly outcome: 'processed' | 'failed' | 'skipped' | 'planned';
  readonly reason?: string;
  readonly actions: readonly ActionResult[];
  /** Seconds until the retry. */
  readonly waitSeconds?: number;
}

/**
 * Does the actions of a rule to one record, in order. Where one fails whose onError is "stop", all that was done to this
 * record is undone and the record has failed; with "continue" only the action itself is undone. One that is to be tried
 * later takes its record along: all is undone, and everything is done again.
 */
export async function processRecord(transaction: Transaction, context: ActionContext, recordID: number): Promise<RecordResult> {
  const results: ActionResult[] = [];
  const failed = await runInSavepoint(transaction, 'one_record', async () => {
    for (const action of context.definition.actions) results.push(await runAction(transaction, context, action, recordID));
  });
  if (failed === undefined) return resultOf(results);
  const { message, waitSeconds } = failed;
  const undone = results.map((result): ActionResult => (result.outcome === 'done' ? { ...result, outcome: 'undone' } : result));
  const actions = [...undone, ...failedAction(context, undone.length, message)];
  if (waitSeconds === undefined) return { outcome: 'failed', reason: message, actions };
  const counted = await withFailures(transaction, context, { recordID, actions });
  return { outcome: 'planned', reason: message, actions: counted, waitSeconds };
}

/** Each action has its own attempts, so what failed is counted by action; those that are not reached this time keep their result. */
async function withFailures(
  transaction: Transaction,
  context: ActionContext,
  { recordID, actions }: { readonly recordID: number; readonly actions: readonly ActionResult[] },
): Promise<ActionResult[]> {
  const before = await earlierFailures(transaction, context, recordID);
  const counted = actions.map((action) => {
    const failures = (before.get(action.id)?.failures ?? 0) + (action.outcome === 'failed' ? 1 : 0);
    return failures > 0 ? { ...action, failures } : action;
  });
  const reached = new Set(actions.map(({ id }) => id));
  return [...counted, ...[...before.values()].filter(({ id }) => !reached.has(id))];
}

/** A record of which every action was left out was not processed. */
export function resultOf(actions: readonly ActionResult[]): RecordResult {
  const [first] = actions;
  if (!first || actions.some(({ outcome }) => outcome !== 'skipped')) return { outcome: 'processed', actions };
  return { outcome: 'skipped', reason: first.detail, actions };
}

const failedAction = ({ definition }: ActionContext, at: number, detail: string): ActionResult[] =>
  definition.actions.slice(at, at + 1).map(({ id, type }) => ({ id, type, outcome: 'failed', detail }));

async function runAction(transaction: Transaction, context: ActionContext, action: Action, recordID: number): Promise<ActionResult> {
  const { id, type, onError, retry } = action;
  const immediateAttempts = retry && retry.delaySeconds === undefined ? retry.attempts : 1;
  for (let attempt = 1; ; attempt++) {
    let outcome: ActionResult['outcome'] = 'unchanged';
    const failed = await runInSavepoint(transaction, 'one_action', async () => {
      const target = await targetOf(transaction, context.definition.record, recordID, action.params.target);
      outcome = (await definitionOf(action).perform(transaction, action, { recordID, target }, context)) ? 'done' : 'unchanged';
    });
    if (failed === undefined) return { id, type, outcome };
    if (failed.isSkipped) return { id, type, outcome: 'skipped', detail: failed.message };
    if (attempt < immediateAttempts) continue;
    const waitSeconds = retry && retryDelay(retry, ((await earlierFailures(transaction, context, recordID)).get(id)?.failures ?? 0) + 1);
    if (waitSeconds !== undefined) throw new RetryLater(failed.message, waitSeconds);
    if (onError === 'continue') return { id, type, outcome: 'failed', detail: failed.message };
    throw new ActionFailed(failed.message);
  }
}

/** The results of actions that have failed for the record before, by their ids. */
async function earlierFailures(
  { em }: Transaction,
  { run }: ActionContext,
  recordID: number,
): Promise<ReadonlyMap<string, ActionResult & { readonly failures: number }>> {
  const [[stored] = []] = await rows(em, sql`SELECT actions FROM automation_run_record WHERE runID = ${run.id} AND recordID = ${recordID}`);
  const results = typeof stored === 'string' ? (JSON.parse(stored) as ActionResult[]) : [];
  return new Map(results.flatMap((result) => (result.failures ? [[result.id, { ...result, failures: result.failures }]] : [])));
}

/** Why something was not done. */
export interface Failure {
  readonly message: string;
  readonly isSkipped: boolean;
  /** Seconds until the retry. */
  readonly waitSeconds?: number;
}

/**
 * Does something as a part of the transaction that can fail by itself. @returns why it failed, and was undone;
 * undefined when it did not
 */
export async function runInSavepoint(transaction: Transaction, name: string, work: () => Promise<void>): Promise<Failure | undefined> {
  const failure = await tryInSavepoint(transaction, name, work);
  if (!failure) return undefined;
  const { error } = failure;
  return {
    message: reasonOf(error),
    isSkipped: error instanceof ActionSkipped,
    ...(error instanceof RetryLater ? { waitSeconds: error.waitSeconds } : {}),
  };
}

/** An unexpected error belongs in the log of the service, not in the result of the run. */
function reasonOf(error: unknown): string {
  if (error instanceof Problem || error instanceof ActionFailed || error instanceof ActionSkipped) return error.message;
  new Logger('Automation').error(error);
  return 'internal error; see the service log';
}
