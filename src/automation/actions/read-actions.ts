import type { RecordType } from '../../fields/record-type';
import { below } from '../../http/pointers';
import { isObject } from '../../query/json';
import { under, type Complaint, type Reading } from '../definition/complaint';
import { JsonForm } from '../definition/json-form';
import type { Action, ActionDefinition, ActionParams, ActionType, Retry } from './action';
import { ACTIONS_SCHEMA } from './actions-schema';
import { definitionOf, isActionType } from './definitions';
import { SELF, targetsFor } from './targets';

interface ActionJson {
  id?: string;
  type: ActionType;
  params: ActionParams;
  onError?: 'stop' | 'continue';
  retry?: Retry;
}

const form = new JsonForm<ActionJson[]>(ACTIONS_SCHEMA);

/** The actions of a rule about records of a type, or one complaint for every fault. */
export function readActions(json: unknown, record: RecordType): Reading<readonly Action[]> {
  const { value, complaints = [] } = form.read(json);
  const faults = [
    ...complaints,
    ...(Array.isArray(json) ? json.flatMap((each: unknown, index) => under(below('', index), faultsOf(each, record))) : []),
  ];
  if (!value || faults.length > 0) return { complaints: faults };
  const actions = value.map((each, index) => ({ ...each, id: each.id ?? String(index + 1), onError: each.onError ?? 'stop' }) as Action);
  const repeated = repeatedIds(actions);
  return repeated.length > 0 ? { complaints: repeated } : { value: actions };
}

/** Faults inside an action whose type is known; the rest is the business of the form. */
function faultsOf(json: unknown, record: RecordType): Complaint[] {
  if (!isObject(json) || !isActionType(json['type']) || !isObject(json['params'])) return [];
  const definition = definitionOf(json['type']);
  const { value, complaints } = definition.form.read(json['params']);
  return value ? faultsOfParams(definition, value, record) : under('/params', complaints);
}

function faultsOfParams(definition: ActionDefinition, params: ActionParams, record: RecordType): Complaint[] {
  const targets = targetsFor(definition, record);
  if (targets.size === 0) return [{ pointer: '/type', detail: `does not apply to a rule about ${record.name}` }];
  const target = targets.get(params.target ?? SELF);
  if (!target) return [{ pointer: '/params/target', detail: targetDetail(params.target, record, [...targets.keys()]) }];
  return under('/params', definition.faults?.(params, record, target) ?? []);
}

function targetDetail(given: string | undefined, record: RecordType, names: readonly string[]): string {
  const one = names.length === 1 ? `must be ${names.join('')}` : `must be one of ${names.join(', ')}`;
  return given === undefined ? `${one}: the action cannot be done to ${record.name} itself` : one;
}

const repeatedIds = (actions: readonly Action[]): Complaint[] =>
  actions.flatMap(({ id }, index) => {
    const isFirst = actions.findIndex((other) => other.id === id) === index;
    return isFirst ? [] : [{ pointer: below('', index), detail: `has the id "${id}" of another action; without an id it has its number` }];
  });
