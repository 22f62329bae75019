import { Trigger } from '../../terms/numbers';
import { nextRun } from '../schedule/next-run';
import type { Complaint } from './complaint';
import type { AutomationDefinition, Circumstances, ReadDefinition } from './definition';
import { said, type JsonField } from './json-text';
import { waitsForDate } from './read-parts';

/** What is allowed in a rule and probably not meant. */
export function warningsOf(definition: AutomationDefinition, parts: ReadDefinition, circumstances: Circumstances): Complaint[] {
  return [...conditionWarnings(definition, parts), ...actionWarnings(definition), ...scheduleWarnings(definition, parts, circumstances)];
}

const saysNothing = (definition: AutomationDefinition, field: JsonField): boolean => said(definition, field) === 'nothing';
const warn = (field: JsonField, detail: string): Complaint[] => [{ pointer: `/${field}`, detail }];

function conditionWarnings(definition: AutomationDefinition, { event }: ReadDefinition): Complaint[] {
  if (!saysNothing(definition, 'filtersJSON')) return [];
  if (definition.triggerID !== Trigger.Event)
    return warn('filtersJSON', 'has no condition, so a run takes nobody; {"all": true} says everyone');
  return event.kind === 'M' ? warn('filtersJSON', 'has no condition, so every record matches from its creation on') : [];
}

const actionWarnings = (definition: AutomationDefinition): Complaint[] =>
  saysNothing(definition, 'actionsJSON') ? warn('actionsJSON', 'has no action, so a run changes nothing') : [];

function scheduleWarnings(
  definition: AutomationDefinition,
  { event, schedule }: ReadDefinition,
  { now, excludedDates }: Circumstances,
): Complaint[] {
  const field = 'scheduleMetaDataJSON';
  if (definition.triggerID === Trigger.Schedule) {
    if (saysNothing(definition, field)) return warn(field, 'has no schedule, so it runs at nextRunDateUtc or when it is told to');
    return schedule && nextRun(schedule, now, excludedDates) === null ? warn(field, 'has no run in the future') : [];
  }
  const isUsed = waitsForDate(definition.triggerID, event);
  return isUsed || saysNothing(definition, field) ? [] : warn(field, 'is not used: the trigger is not Schedule');
}
