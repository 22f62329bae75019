import type { Cause } from '../../core/fields/record-event';
import type { RecordType } from '../../core/fields/record-type';
import type { RecordTypes } from '../../core/fields/record-types';
import { referencedType } from '../../core/query/filterable';
import type { Effect } from '../actions/effect';

/** What something that is written can bring about: events, and changes to records of these types or to the data they are filtered by. */
export interface Outcome {
  readonly events: readonly number[];
  readonly changed: readonly string[];
}

/** What an effect can bring about in its own record. */
export const outcomeOf = (effect: Effect, types: RecordTypes): Outcome => ({
  events: eventsOfEffect(effect, types),
  changed: [effect.type],
});

/** What an effect can bring about in other records. */
export function consequencesOf(effect: Effect, types: RecordTypes): Outcome {
  const others = withConsequences(effect, types).slice(1);
  return {
    events: others.flatMap((each) => eventsOfEffect(each, types)),
    changed: [...affectedBy(effect, types), ...others.flatMap((each) => [each.type, ...affectedBy(each, types)])],
  };
}

/** The events that an effect can raise by itself. */
const eventsOfEffect = (effect: Effect, { all }: RecordTypes): number[] =>
  all.flatMap((type) =>
    type.events.filter(({ causedBy }) => causedBy.some((cause) => isCausedBy(cause, type.name, effect))).map(({ id }) => id),
  );

function isCausedBy(cause: Cause, ownType: string, effect: Effect): boolean {
  if ((cause.type ?? ownType) !== effect.type) return false;
  if (cause.kind === 'fieldWritten' && effect.kind === 'fieldWritten')
    return (cause.field === undefined || cause.field === effect.field) && includes(cause.values, effect.value);
  if (cause.kind === 'created' && effect.kind === 'created')
    return Object.entries(cause.having).every(([field, values]) => field in effect.values && includes(values, effect.values[field]));
  return cause.kind === effect.kind;
}

/** An unknown value can be any of them. */
const includes = (values: readonly unknown[] | undefined, value: unknown): boolean =>
  values === undefined || value === undefined || values.includes(value);

function withConsequences(effect: Effect, types: RecordTypes, known: readonly Effect[] = []): Effect[] {
  const found = [...known, effect];
  return directConsequences(effect, types).reduce<Effect[]>(
    (all, next) => (all.some((each) => isSame(each, next)) ? all : withConsequences(next, types, all)),
    found,
  );
}

const directConsequences = (effect: Effect, types: RecordTypes): Effect[] =>
  effect.kind === 'fieldWritten'
    ? types
        .named(effect.type)
        .consequences.filter(({ field, values }) => field === effect.field && includes(values, effect.value))
        .flatMap(({ effects }) => effects)
    : [];

const isSame = (one: Effect, other: Effect): boolean =>
  one.kind === 'fieldWritten' && other.kind === 'fieldWritten' && one.type === other.type && one.field === other.field;

/** A written field can also change the figures of other records; a new record those of the records that it refers to. */
function affectedBy(effect: Effect, types: RecordTypes): string[] {
  const type = types.named(effect.type);
  if (effect.kind === 'fieldWritten') return Object.keys(type.affects);
  return effect.kind === 'created' ? Object.keys(effect.values).flatMap((name) => referredBy(type, name)) : [];
}

function referredBy(type: RecordType, name: string): string[] {
  const field = type.findField(name);
  return [field ? (referencedType(field) ?? []) : []].flat();
}
