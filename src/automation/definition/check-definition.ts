import { AutomationStatus, Trigger } from '../../core/terms/numbers';
import { describeActions } from '../actions/describe-actions';
import { eventOf, type AutomationEvent } from '../catalogue/events';
import type { ValidationError } from './parse-result';
import type { AutomationDefinition, CheckedDefinition, DefinitionContext, ParsedDefinition } from './definition';
import { JSON_FIELDS, parseJsonField, type ParsedJson } from './parse-json-field';
import * as parse from './parse-parts';
import { warningsOf } from './warnings';

/**
 * Parses and validates a rule. An active rule must be valid as a whole; a paused one is a draft, of which only the JSON
 * must be well formed.
 * @throws RangeError for an id that no event has
 */
export function checkDefinition(definition: AutomationDefinition, context: DefinitionContext): CheckedDefinition {
  const checked = checkAsActive(definition, context);
  return definition.statusID === AutomationStatus.Paused ? { ...checked, errors: jsonErrors(definition), warnings: [] } : checked;
}

/** Validates a rule as if it were active, to show what prevents a draft from being activated. */
export function checkAsActive(definition: AutomationDefinition, context: DefinitionContext): CheckedDefinition {
  const event = requireEvent(definition.eventID);
  const { types } = context;
  const record = types.named(event.recordType);
  const condition = parse.condition(types, parseJsonField(definition, 'filtersJSON'), record);
  const order = parse.order(parseJsonField(definition, 'orderByJSON'), record);
  const actions = parse.actions(types, parseJsonField(definition, 'actionsJSON'), record);
  const timing = parseTiming(definition, event, context);
  const parts: ParsedDefinition = {
    event,
    timeZone: context.timeZone,
    record,
    condition: condition.value,
    order: order.value ?? [],
    actions: actions.value ?? [],
    ...timing.value,
  };
  const errors = [condition, actions, timing, order].flatMap((part) => part.errors);
  return { ...parts, errors, warnings: warningsOf(definition, parts, context) };
}

/** The actions in plain English; "" if there are none or they are invalid. */
export const actionDetailsOf = (checked: ParsedDefinition): string => describeActions(checked.actions);

function requireEvent(eventID: number): AutomationEvent {
  const event = eventOf(eventID);
  if (!event) throw new RangeError(`Event ${eventID} not found`);
  return event;
}

function parseTiming(
  definition: AutomationDefinition,
  event: AutomationEvent,
  context: DefinitionContext,
): parse.Part<Partial<Pick<ParsedDefinition, 'schedule' | 'offset' | 'sending' | 'timeZone'>>> {
  const { sending, rest } = parse.sending(parseJsonField(definition, 'scheduleMetaDataJSON'), context.timeZone);
  const timeZone = (rest === 'empty' && sending.value?.timeZone) || context.timeZone;
  const { value, errors } = parseRecurrence(definition, event, rest, timeZone);
  return { value: { ...value, timeZone, sending: sending.value }, errors: differentOnes([...sending.errors, ...errors]) };
}

/** The time zone is part of both. */
const differentOnes = (errors: readonly ValidationError[]): ValidationError[] =>
  errors.filter(({ pointer, detail }, index) => errors.findIndex((each) => each.pointer === pointer && each.detail === detail) === index);

function parseRecurrence(
  definition: AutomationDefinition,
  event: AutomationEvent,
  json: ParsedJson,
  timeZone: string,
): parse.Part<Pick<ParsedDefinition, 'schedule' | 'offset'>> {
  if (parse.waitsForDate(definition.triggerID, event)) {
    const { value, errors } = parse.offset(json, timeZone, event);
    return { value: { offset: value }, errors };
  }
  if (definition.triggerID === Trigger.Schedule) {
    const { value, errors } = parse.schedule(json, timeZone);
    return { value: { schedule: value }, errors };
  }
  return { errors: parse.unusedSchedule(json, timeZone).errors };
}

const jsonErrors = (definition: AutomationDefinition): ValidationError[] =>
  JSON_FIELDS.flatMap((field) => {
    const json = parseJsonField(definition, field);
    return json !== 'empty' && 'malformed' in json ? [json.malformed] : [];
  });
