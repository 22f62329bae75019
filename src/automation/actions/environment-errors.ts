import { withPointerPrefix, type ValidationError } from '../definition/parse-result';
import type { ParsedDefinition } from '../definition/definition';
import { definitionOf } from './all-actions';
import type { Action } from './action';
import type { Environment, RuleAndTarget } from './params/param';
import { givenParams } from './params/params';
import { targetTypeOf } from './targets';

/** Errors in the actions of a rule that depend on stored records, list entries and settings; at most one per action. */
export async function environmentErrors(environment: Environment, { actions, record }: ParsedDefinition): Promise<ValidationError[]> {
  const errors: ValidationError[] = [];
  for (const [index, action] of actions.entries()) {
    const found = await firstError(environment, action, { record, target: targetTypeOf(environment.types, record, action) });
    if (found) errors.push(...withPointerPrefix(`/actionsJSON#/${index}/params`, [found]));
  }
  return errors;
}

async function firstError(environment: Environment, action: Action, rule: RuleAndTarget): Promise<ValidationError | undefined> {
  const definition = definitionOf(action);
  for (const { name, param, value } of givenParams(definition.params, action.params)) {
    const detail = await param.environmentError?.(value, rule, environment);
    if (detail !== undefined) return { pointer: `/${name}`, detail };
  }
  return definition.environmentError?.(action.params, rule, environment);
}
