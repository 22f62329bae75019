import type { Transaction } from '../../core/database';
import type { Branch, FilterTree } from '../../core/query';
import type { Action } from '../actions/action';
import type { Outcomes } from '../actions/action-definition';
import { definitionOf } from '../actions/all-actions';
import type { ActionContext } from '../actions/performing/action-context';
import { SELF } from '../actions/targets';

/** Performs an action for many records at once, each the record of the rule. @throws FailedRecords, or whatever fails any of them */
export const performBatch = (
  transaction: Transaction,
  context: ActionContext,
  action: Action,
  ids: readonly number[],
): Promise<Outcomes> => {
  const { together } = definitionOf(action);
  if (!together) throw new Error(`${action.type} is done to one record at a time.`);
  return together.perform(transaction, action, ids, context);
};

/** What the actions of a run that can run as a batch cost per record. */
export const costPerRecord = ({ definition: { actions } }: ActionContext): number =>
  actions.reduce((sum, action) => sum + (definitionOf(action).together?.cost ?? 0), 0);

/** Can the records of a run be processed together, with the same results as one by one? */
export const canRunAsBatch = ({ definition: { actions, condition, record } }: ActionContext): boolean =>
  actions.every((action) => definitionOf(action).together && (action.params.target ?? SELF) === SELF) &&
  !readsOtherRecords(condition, record.name);

/** Whether a record matches may depend on what an action has just done to another one of its type. */
function readsOtherRecords(tree: FilterTree | undefined, type: string): boolean {
  return tree !== undefined && tree.kind !== 'everyone' && readsType(tree, type);
}

function readsType(branch: Branch, type: string): boolean {
  if (branch.kind === 'group') return branch.branches.some((each) => readsType(each, type));
  return branch.kind === 'related' && (branch.relation.to === type || readsType(branch.matching, type));
}
