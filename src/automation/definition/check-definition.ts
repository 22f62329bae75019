import { recordTypeNamed } from '../../fields/record-type';
import { AutomationStatus, Trigger } from '../../terms/numbers';
import { describeActions } from '../actions/describe-actions';
import { eventOf, type AutomationEvent } from '../catalogue/events';
import type { Complaint } from './complaint';
import type { AutomationDefinition, CheckedDefinition, Circumstances, ReadDefinition } from './definition';
import { JSON_FIELDS, said } from './json-text';
import * as read from './read-parts';
import { warningsOf } from './warnings';

/**
 * Reads a rule and says what stands in its way. An active one must be runnable as a whole; a paused one is a draft, of
 * which only the JSON must be well formed.
 * @throws RangeError for an event outside 1 to 69
 */
export function checkDefinition(definition: AutomationDefinition, circumstances: Circumstances): CheckedDefinition {
  const checked = problemsOf(definition, circumstances);
  return definition.statusID === AutomationStatus.Paused ? { ...checked, errors: malformed(definition), warnings: [] } : checked;
}

/** The same as if the rule were active: what stands in the way of activating a draft. */
export function problemsOf(definition: AutomationDefinition, circumstances: Circumstances): CheckedDefinition {
  const event = existing(definition.eventID);
  const record = recordTypeNamed(event.recordType);
  const condition = read.condition(said(definition, 'filtersJSON'), record);
  const order = read.order(said(definition, 'orderByJSON'), record);
  const actions = read.actions(said(definition, 'actionsJSON'), record);
  const timing = timingOf(definition, event, circumstances);
  const parts: ReadDefinition = {
    event,
    timeZone: circumstances.timeZone,
    record,
    condition: condition.value,
    order: order.value ?? [],
    actions: actions.value ?? [],
    ...timing.value,
  };
  const errors = [condition, actions, timing, order].flatMap((part) => part.errors);
  return { ...parts, errors, warnings: warningsOf(definition, parts, circumstances) };
}

/** The actions in plain words; "" when there are none, or none that can be read. */
export const actionDetailsOf = (checked: ReadDefinition): string => describeActions(checked.actions);

function existing(eventID: number): AutomationEvent {
  const event = eventOf(eventID);
  if (!event) throw new RangeError(`No event has the id ${eventID}.`);
  return event;
}

function timingOf(
  definition: AutomationDefinition,
  event: AutomationEvent,
  { timeZone }: Circumstances,
): read.Part<Pick<ReadDefinition, 'schedule' | 'offset'>> {
  const text = said(definition, 'scheduleMetaDataJSON');
  if (read.waitsForDate(definition.triggerID, event)) {
    const { value, errors } = read.offset(text, timeZone, event);
    return { value: { offset: value }, errors };
  }
  if (definition.triggerID === Trigger.Schedule) {
    const { value, errors } = read.schedule(text, timeZone);
    return { value: { schedule: value }, errors };
  }
  return { errors: read.unusedSchedule(text, timeZone).errors };
}

const malformed = (definition: AutomationDefinition): Complaint[] =>
  JSON_FIELDS.flatMap((field) => {
    const text = said(definition, field);
    return text !== 'nothing' && 'malformed' in text ? [text.malformed] : [];
  });
