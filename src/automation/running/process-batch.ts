import type { Transaction } from '../../core/database';
import type { Action } from '../actions/action';
import type { Outcomes } from '../actions/action-definition';
import { FailedRecords } from '../actions/performing/action-errors';
import type { ActionContext } from '../actions/performing/action-context';
import { performBatch } from './batch-actions';
import { resultOf, runInSavepoint, type ActionResult, type RecordResult } from './process-record';

/** What became of many records; when something failed, nothing is left of what was done to any of them. */
export interface BatchResult {
  /** Absent: something failed. */
  readonly results?: ReadonlyMap<number, RecordResult>;
  /** Those that failed by themselves, if that is known. */
  readonly failed: readonly number[];
}

/** Does the actions of a rule to many records, action by action. */
export async function processBatch(transaction: Transaction, context: ActionContext, ids: readonly number[]): Promise<BatchResult> {
  const results = new Map(ids.map((id): [number, ActionResult[]] => [id, []]));
  let failed: readonly number[] = [];
  const failure = await runInSavepoint(transaction, 'all_records', async () => {
    for (const action of ids.length > 0 ? context.definition.actions : []) {
      const outcomes = await performBatch(transaction, context, action, ids).catch((error: unknown) => {
        if (error instanceof FailedRecords) failed = [...error.errors.keys()];
        throw error;
      });
      for (const [id, actions] of results) actions.push(actionResult(action, outcomes, id));
    }
  });
  return failure ? { failed } : { results: new Map([...results].map(([id, actions]) => [id, resultOf(actions)])), failed };
}

function actionResult({ id, type }: Action, { changed, skipped }: Outcomes, recordID: number): ActionResult {
  const detail = skipped?.get(recordID);
  if (detail !== undefined) return { id, type, outcome: 'skipped', detail };
  return { id, type, outcome: changed.has(recordID) ? 'done' : 'unchanged' };
}
