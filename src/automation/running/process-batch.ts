import type { Transaction } from '../../core/database';
import { resultOf, runInSavepoint, type ActionResult, type RecordResult } from './process-record';
import type { ActionContext } from '../actions/performing/action-context';
import { performBatch } from './batch-actions';

/** Does the actions of a rule to many records, action by action. @returns undefined when something failed, of which nothing is left */
export async function processBatch(
  transaction: Transaction,
  context: ActionContext,
  ids: readonly number[],
): Promise<ReadonlyMap<number, RecordResult> | undefined> {
  const results = new Map(ids.map((id): [number, ActionResult[]] => [id, []]));
  const failed = await runInSavepoint(transaction, 'all_records', async () => {
    for (const action of ids.length > 0 ? context.definition.actions : []) {
      const changed = await performBatch(transaction, context, action, ids);
      for (const [id, actions] of results)
        actions.push({ id: action.id, type: action.type, outcome: changed.has(id) ? 'done' : 'unchanged' });
    }
  });
  return failed ? undefined : new Map([...results].map(([id, actions]) => [id, resultOf(actions)]));
}
