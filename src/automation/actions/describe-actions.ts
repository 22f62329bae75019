import { labelOf } from '../../core/query/catalogue';
import type { Action } from './action';
import { definitionOf } from './all-actions';
import { SELF } from './targets';

/** The actions in plain English: `Add the tag "hot" (Skill); create the task "Call back" due in 2 days`. "" without actions. */
export function describeActions(actions: readonly Action[]): string {
  const words = actions.map(describeAction).join('; ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** One action, in lower case. */
export const describeAction = (action: Action): string => withTarget(definitionOf(action).describe(action.params), action.params.target);

/** Adds the target to a description, if it is not the record itself. */
export const withTarget = (words: string, target = SELF): string =>
  target === SELF ? words : `${words}, on its ${labelOf(target).toLowerCase()}`;
