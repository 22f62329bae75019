import type { Transaction, View } from '../../core/database';
import type { Field } from '../../core/fields/field';
import type { RecordType } from '../../core/fields/record-type';
import type { RecordTypes } from '../../core/fields/record-types';
import type { Branch } from '../../core/query';
import { resolveAlias } from '../../core/query/filterable';
import { changesOthers } from '../../core/records';
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

/**
 * Can the records of a run be processed together, with the same results as one by one? Only what a later action
 * shows of others may be new already, as it would be if those others came first.
 */
export const canRunAsBatch = (view: Pick<View, 'types'>, { definition: { actions, condition, record } }: ActionContext): boolean => {
  const together = actions.map((action) => ((action.params.target ?? SELF) === SELF ? definitionOf(action).together : undefined));
  if (together.includes(undefined)) return false;
  const followsRules = together.some((each) => each?.followsRules);
  if (followsRules && changesOthers(view, record)) return false;
  if (!condition || condition.kind === 'everyone') return true;
  const { types } = view;
  return !(followsRules ? readsChanged(types, condition, record, record) : readsRelated(condition, record));
};

/** Whether a record matches may depend on what an action has just done to another one of its type. */
function readsRelated(branch: Branch, record: RecordType): boolean {
  if (branch.kind === 'group') return branch.branches.some((each) => readsRelated(each, record));
  return branch.kind === 'related' && (branch.relation.to === record.name || readsRelated(branch.matching, record));
}

/**
 * The same where the records themselves are changed: by their names, too, and by the figures of records to which they belong.
 * @param of the type that the branch is about
 */
function readsChanged(types: RecordTypes, branch: Branch, of: RecordType, record: RecordType): boolean {
  switch (branch.kind) {
    case 'group':
      return branch.branches.some((each) => readsChanged(types, each, of, record));
    case 'rule':
      return isNameOf(record, of, branch.field) || (of !== record && resolveAlias(of, branch.field).source.in === 'figure');
    case 'related':
      return branch.relation.to === record.name || readsChanged(types, branch.matching, types.named(branch.relation.to), record);
  }
}

/** Is it a field of `of` that shows the name of a record of the type? */
function isNameOf(record: RecordType, of: RecordType, field: Field): boolean {
  const { source } = resolveAlias(of, field);
  const named = source.in === 'name' ? resolveAlias(of, of.field(source.of)).source : undefined;
  return named?.in === 'reference' && named.to === record.name;
}
