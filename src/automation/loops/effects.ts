import type { RecordType } from '../../core/fields/record-type';
import type { RecordTypes } from '../../core/fields/record-types';
import type { Action } from '../actions/action';
import { definitionOf } from '../actions/all-actions';
import { targetTypeOf } from '../actions/targets';
import { outcomeOf } from './events-of-effect';

/** What the actions of a rule can cause: events, and changes to records of these types or to the data they are filtered by. */
export interface Effects {
  readonly events: ReadonlySet<number>;
  readonly changed: ReadonlySet<string>;
}

/** What the actions of a rule for a type of record can cause. */
export function effectsOf(types: RecordTypes, actions: readonly Action[], record: RecordType): Effects {
  const effects = actions.flatMap((action) => definitionOf(action).effects(action.params, targetTypeOf(types, record, action)));
  const outcomes = effects.map((effect) => outcomeOf(effect, types));
  return { events: new Set(outcomes.flatMap(({ events }) => events)), changed: new Set(outcomes.flatMap(({ changed }) => changed)) };
}
