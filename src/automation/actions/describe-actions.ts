import { labelOf } from '../../query/catalogue';
import type { Action } from './action';
import { definitionOf } from './definitions';
import { SELF } from './targets';

/** The actions in plain words: `Add the tag "hot" (Skill); create the task "Call back" due in 2 days`. No action: "". */
export function describeActions(actions: readonly Action[]): string {
  const words = actions.map(inWords).join('; ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** One of them, so that it can follow other words. */
export function inWords({ type, params }: Action): string {
  return onTarget(definitionOf(type).describe(params), params.target);
}

/** With what it is done to, where that is another record. */
export const onTarget = (words: string, target = SELF): string =>
  target === SELF ? words : `${words}, on its ${labelOf(target).toLowerCase()}`;
