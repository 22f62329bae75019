import { definitionOf } from '../actions/all-actions';
import type { Action } from '../actions/action';
import { SELF } from '../actions/targets';
import type { AudienceQuery } from '../audience';
import type { Automation } from '../automation.entity';
import { amongChosen, type ChosenRecords } from './chosen-records';
import { timeZoneOf, type CheckedDefinition } from '../definition/definition';

const EVERYONE = { kind: 'everyone' } as const;

/** The records a run selects. Without a condition: none, except for events, which select their own record. */
export function runAudience(automation: Automation, definition: CheckedDefinition, trigger: string, chosen?: ChosenRecords): AudienceQuery {
  const { record, condition, order, actions } = definition;
  const days = automation.excludeRecordsProcessedInDays ?? 0;
  const byEvent = trigger === 'event';
  const audience: AudienceQuery = {
    record,
    condition: condition ?? (byEvent ? EVERYONE : undefined),
    order,
    timeZone: timeZoneOf(definition),
    excludeProcessed: days > 0 ? { automationID: automation.id, days } : undefined,
    cap: automation.maxNumberOfRecordsToExecute,
    includeDeleted: byEvent && definition.event.ofDeletedRecords,
    excludeOptedOut: actions.length > 0 && actions.every(isMessageToRecord) && record.findField('optOut') !== undefined,
  };
  return amongChosen(audience, chosen);
}

/** Of those who have opted out, an automation that does anything else does that, and only skips the message. */
const isMessageToRecord = (action: Action): boolean => definitionOf(action).contacts !== null && (action.params.target ?? SELF) === SELF;
