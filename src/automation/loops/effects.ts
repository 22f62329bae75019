import type { RecordType } from '../../core/fields/record-type';
import type { RecordTypes } from '../../core/fields/record-types';
import type { Action } from '../actions/action';
import { definitionOf } from '../actions/all-actions';
import type { Effect } from '../actions/effect';
import { SELF, targetTypeOf } from '../actions/targets';
import { consequencesOf, outcomeOf, type Outcome } from './events-of-effect';

/** Something that an automation can cause. */
export interface NodeEffect extends Outcome {
  /** The record that it happens to, and values that its fields then have. */
  readonly of?: { readonly type: string; readonly values: ReadonlyMap<string, unknown> };
}

/** What the actions of a rule for a type of record can cause. */
export function effectsOf(types: RecordTypes, actions: readonly Action[], record: RecordType): NodeEffect[] {
  const written = actions.flatMap((action) => {
    const target = targetTypeOf(types, record, action);
    return definitionOf(action)
      .effects(action.params, target)
      .map((effect) => ({ effect, target: action.params.target ?? SELF }));
  });
  return written.flatMap(({ effect, target }) => {
    const others = written.filter((each) => each.target === target && each.effect !== effect).map((each) => each.effect);
    return [{ ...outcomeOf(effect, types), of: { type: effect.type, values: valuesAfter(effect, others) } }, consequencesOf(effect, types)];
  });
}

/** Only of a field that is written once: of several actions, some may fail. */
function valuesAfter(effect: Effect, others: readonly Effect[]): ReadonlyMap<string, unknown> {
  if (effect.kind !== 'fieldWritten' || effect.value === undefined) return new Map();
  const isOnly = others.every((other) => other.kind !== 'fieldWritten' || other.field !== effect.field);
  return isOnly ? new Map([[effect.field, effect.value]]) : new Map();
}
