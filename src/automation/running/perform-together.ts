import type { Unit } from '../../database';
import { addToList } from '../../lists';
import { putTagOnAll, takeTagOffAll } from '../../tags';
import { TagSource } from '../../terms/numbers';
import type { Branch, Tree } from '../../query';
import type { ActionOf, ActionType } from '../actions/action';
import { SELF } from '../actions/targets';
import type { Acting } from './acting';
import { tagged, tagOf } from './perform-change';
import { webhooks } from './perform-notice';

/** Does an action to many records at once, each the record of the rule. @returns those that it changed @throws what fails any of them */
type Together<T extends ActionType> = (
  unit: Unit,
  acting: Acting,
  action: ActionOf<T>,
  ids: readonly number[],
) => Promise<ReadonlySet<number>>;

/** The actions of which one statement does what many would. What they do to a record concerns no other one. */
const TOGETHER: { readonly [T in ActionType]?: Together<T> } = {
  addTag: (unit, { definition }, { params }, ids) =>
    putTagOnAll(unit, tagged({ type: definition.record }), ids, { ...tagOf(params), sourceID: TagSource.Automation }),
  removeTag: (unit, { definition }, { params }, ids) => takeTagOffAll(unit, tagged({ type: definition.record }), ids, tagOf(params)),
  addToSavedList: async (unit, { definition }, { params }, ids) => new Set(await addToList(unit, params.listID, ids, definition.record)),
  webhook: webhooks,
};

export const performTogether = <T extends ActionType>(
  unit: Unit,
  acting: Acting,
  action: ActionOf<T>,
  ids: readonly number[],
): Promise<ReadonlySet<number>> => {
  const together = TOGETHER[action.type];
  if (!together) throw new Error(`${action.type} is done to one record at a time.`);
  return together(unit, acting, action, ids);
};

/** Can the records of a run be acted on together, with nothing coming out otherwise than one by one? */
export const canActTogether = ({ definition: { actions, condition, record } }: Acting): boolean =>
  actions.every(({ type, params }) => type in TOGETHER && (params.target ?? SELF) === SELF) && !looksAtOthers(condition, record.name);

/** Whether a record is meant may follow from what has just been done to another one of its type. */
function looksAtOthers(tree: Tree | undefined, type: string): boolean {
  return tree !== undefined && tree.kind !== 'everyone' && isAbout(tree, type);
}

function isAbout(branch: Branch, type: string): boolean {
  if (branch.kind === 'group') return branch.branches.some((each) => isAbout(each, type));
  return branch.kind === 'related' && (branch.relation.to === type || isAbout(branch.matching, type));
}
