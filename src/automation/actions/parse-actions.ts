import type { RecordType } from '../../core/fields/record-type';
import type { RecordTypes } from '../../core/fields/record-types';
import { below } from '../../core/problems/pointers';
import { isObject } from '../../core/query/json';
import { withPointerPrefix, type ValidationError, type ParseResult } from '../definition/parse-result';
import { SchemaParser } from '../definition/schema-parser';
import type { Action, Targeted } from './action';
import type { ActionDefinition } from './action-definition';
import { actionsSchema } from './actions-schema';
import { ALL_ACTIONS, findDefinition } from './all-actions';
import type { RuleAndTarget } from './params/param';
import { givenParams } from './params/params';
import { SELF, targetsFor } from './targets';

type ActionJson = Omit<Action, 'id' | 'onError'> & Partial<Action>;

const parser = new SchemaParser<ActionJson[]>(actionsSchema(ALL_ACTIONS));

/** The actions of a rule for a type of record, or all their errors. */
export function parseActions(types: RecordTypes, json: unknown, record: RecordType): ParseResult<readonly Action[]> {
  const { value, errors = [] } = parser.parse(json);
  const allErrors = [
    ...errors,
    ...(Array.isArray(json)
      ? json.flatMap((each: unknown, index) => withPointerPrefix(below('', index), errorsInAction(types, each, record)))
      : []),
  ];
  if (!value || allErrors.length > 0) return { errors: allErrors };
  const actions = value.map((each, index): Action => ({ ...each, id: each.id ?? String(index + 1), onError: each.onError ?? 'stop' }));
  const repeated = repeatedIds(actions);
  return repeated.length > 0 ? { errors: repeated } : { value: actions };
}

/** Errors in the params of an action of a known type; the schema of the actions covers the rest. */
function errorsInAction(types: RecordTypes, json: unknown, record: RecordType): ValidationError[] {
  if (!isObject(json) || !isObject(json['params'])) return [];
  const definition = findDefinition(json['type']);
  if (!definition) return [];
  const { value, errors } = definition.params.parser.parse(json['params']);
  return value ? errorsInParams(types, definition, value, record) : withPointerPrefix('/params', errors);
}

function errorsInParams(types: RecordTypes, definition: ActionDefinition, params: Targeted, record: RecordType): ValidationError[] {
  const targets = targetsFor(types, definition, record);
  if (targets.size === 0) return [{ pointer: '/type', detail: `does not apply to ${record.name} automations` }];
  const target = targets.get(params.target ?? SELF);
  if (!target) return [{ pointer: '/params/target', detail: targetDetail(params.target, record, [...targets.keys()]) }];
  return withPointerPrefix('/params', errorsInValues(types, definition, params, { record, target }));
}

const errorsInValues = (types: RecordTypes, definition: ActionDefinition, params: Targeted, rule: RuleAndTarget): ValidationError[] => [
  ...givenParams(definition.params, params).flatMap(({ name, param, value }) =>
    (param.validate?.(value, { ...rule, types }) ?? []).map((detail) => ({ pointer: `/${name}`, detail })),
  ),
  ...(definition.validate?.(params, rule) ?? []),
];

function targetDetail(given: string | undefined, record: RecordType, names: readonly string[]): string {
  const one = names.length === 1 ? `must be ${names.join('')}` : `must be one of ${names.join(', ')}`;
  return given === undefined ? `${one}: the action does not apply to ${record.name} itself` : one;
}

const repeatedIds = (actions: readonly Action[]): ValidationError[] =>
  actions.flatMap(({ id }, index) => {
    const isFirst = actions.findIndex((other) => other.id === id) === index;
    return isFirst
      ? []
      : [{ pointer: below('', index), detail: `has the same id as another action: "${id}"; the default id is the position of the action` }];
  });
