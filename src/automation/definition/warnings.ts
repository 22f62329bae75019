import { Trigger } from '../../core/terms/numbers';
import { nextRun } from '../schedule/next-run';
import type { ValidationError } from './parse-result';
import type { AutomationDefinition, DefinitionContext, ParsedDefinition } from './definition';
import { parseJsonField, type JsonField } from './parse-json-field';
import { sending, waitsForDate } from './parse-parts';

/** What is valid in a rule but probably unintended. */
export function warningsOf(definition: AutomationDefinition, parts: ParsedDefinition, context: DefinitionContext): ValidationError[] {
  return [...conditionWarnings(definition, parts), ...actionWarnings(definition), ...scheduleWarnings(definition, parts, context)];
}

const isFieldEmpty = (definition: AutomationDefinition, field: JsonField): boolean => parseJsonField(definition, field) === 'empty';
const warn = (field: JsonField, detail: string): ValidationError[] => [{ pointer: `/${field}`, detail }];

function conditionWarnings(definition: AutomationDefinition, { event }: ParsedDefinition): ValidationError[] {
  if (!isFieldEmpty(definition, 'filtersJSON')) return [];
  if (definition.triggerID !== Trigger.Event)
    return warn('filtersJSON', 'has no condition, so a run processes no records; {"all": true} matches every record');
  return event.kind === 'M' ? warn('filtersJSON', 'has no condition, so every record matches as soon as it is created') : [];
}

const actionWarnings = (definition: AutomationDefinition): ValidationError[] =>
  isFieldEmpty(definition, 'actionsJSON') ? warn('actionsJSON', 'has no action, so a run changes nothing') : [];

function scheduleWarnings(
  definition: AutomationDefinition,
  { event, schedule }: ParsedDefinition,
  { now, excludedDates, timeZone }: DefinitionContext,
): ValidationError[] {
  const field = 'scheduleMetaDataJSON';
  // when messages are sent is not a schedule, and concerns every trigger
  const isEmpty = sending(parseJsonField(definition, field), timeZone).rest === 'empty';
  if (definition.triggerID === Trigger.Schedule) {
    if (isEmpty) return warn(field, 'has no schedule, so it only runs at nextRunDateUtc or manually');
    return schedule && nextRun(schedule, now, excludedDates) === null ? warn(field, 'has no run in the future') : [];
  }
  const isUsed = waitsForDate(definition.triggerID, event);
  return isUsed || isEmpty ? [] : warn(field, 'is not used: the trigger is not Schedule');
}
